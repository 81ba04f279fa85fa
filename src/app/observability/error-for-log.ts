type Written = { type: string; message: string; code?: string; stack?: string; cause?: Written }

/** Drizzle appends the values of a statement, which may be personal data. */
const values = /\nparams: .*?(?=\n {4}at |$)/s

/** PostgreSQL's messages may quote a value; its codes and constraint names never do. */
const isFromDatabase = (error: Error) => 'severity' in error && 'code' in error

/** An error as it is logged: type, message, code, stack and cause, without values of forms or statements. */
export function errorForLog(error: unknown): Written {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const fromDatabase = isFromDatabase(error)
  const text = fromDatabase ? `database: ${constraint ?? code}` : message.replace(values, '')
  return {
    type: name,
    message: text,
    ...(typeof code === 'string' && { code }),
    ...(stack && !fromDatabase && { stack: stack.replace(values, '') }),
    ...(cause instanceof Error && { cause: errorForLog(cause) }),
  }
}
