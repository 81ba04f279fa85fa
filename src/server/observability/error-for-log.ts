type Written = { type: string; message: string; code?: string; stack?: string; cause?: Written }

/** What the query builder writes after the statement: the values, which are people's. */
const values = /\nparams: .*?(?=\n {4}at |$)/s

/** PostgreSQL's sentences may quote a value; its codes and the names of its rules never do. */
const isFromDatabase = (error: Error) => 'severity' in error && 'code' in error

/** An error as the log may keep it: what, where and why, without anything a person has typed. */
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
