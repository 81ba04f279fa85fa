type Written = { type: string; message: string; code?: string; stack?: string; cause?: Written }

/** The query builder appends the values of a statement, which may be personal data. */
const values = /\nparams: .*?(?=\n {4}at |$)/s

/** PostgreSQL's messages may quote a value; its codes and constraint names never do. */
const isFromDatabase = (error: Error) => 'severity' in error && 'code' in error

/** An error as it is logged: code, stack and cause, without form values. */
export function errorForLog(error: unknown): Written {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error' }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const fromDatabase = isFromDatabase(error)
  const told = fromDatabase ? `database: ${constraint ?? code}` : message.replace(values, '')
  return {
    type: name,
    message: told,
    ...(typeof code === 'string' && { code }),
    ...(stack && !fromDatabase && { stack: stack.replace(values, '') }),
    ...(cause instanceof Error && { cause: errorForLog(cause) }),
  }
}
