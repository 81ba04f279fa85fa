import { DrizzleQueryError } from 'drizzle-orm'

import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'

type Written = {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: Written
  /** Of several that failed apart. */
  errors?: Written[]
}

/** Drizzle appends the values of a statement, which may be personal data. */
const values = /\nparams: .*?(?=\n {4}at |$)/s

/** PostgreSQL's messages may quote a value; its codes and constraint names never do. */
const isFromDatabase = (error: Error) => 'severity' in error && 'code' in error

/** What an operator has to look at, by PostgreSQL's code. */
const meanings: Readonly<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '53200': 'the database has no memory left',
  '53300': 'the database takes no more connections: lower DATABASE_POOL or raise max_connections',
  '57014': 'a statement took too long and was ended',
  '25006': 'the database only reads: it is a replica, or was made read-only',
  '28P01': 'the database refuses the password',
  '42501': 'the user of the database lacks a right: run migrate with --grant',
}

/** An error as it is logged: type, message, code, stack and cause, without values of forms or statements. */
export function errorForLog(error: unknown): Written {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (error instanceof DrizzleQueryError && isDatabaseUnavailable(error)) {
    return { type: name, message: 'database unavailable', cause: errorForLog(cause) }
  }
  const fromDatabase = isFromDatabase(error)
  const text = fromDatabase ? fromCode(String(code), constraint) : message.replace(values, '')
  return {
    type: name,
    message: text,
    ...(typeof code === 'string' && { code }),
    ...(stack && !fromDatabase && { stack: stack.replace(values, '') }),
    ...(cause instanceof Error && { cause: errorForLog(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorForLog) }),
  }
}

function fromCode(code: string, constraint: unknown): string {
  const meaning = meanings[code]
  return `database: ${constraint ?? code}${meaning ? `, ${meaning}` : ''}`
}
