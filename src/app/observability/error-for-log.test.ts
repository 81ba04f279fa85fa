import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'

import { errorForLog } from './error-for-log.ts'

const fromDatabase = (code: string, constraint?: string) =>
  Object.assign(new pg.DatabaseError('Key (email)=(ana@example.com)', 1, 'error'), {
    ...{ severity: 'ERROR', code, constraint },
  })

test.each([
  ['53100', 'database: 53100, the disk of the database is full'],
  ['42501', 'database: 42501, the user of the database lacks a right: run migrate with --grant'],
  ['23514', 'database: 23514'],
])('an error %s of the database says what to look at', (code, message) => {
  expect(errorForLog(fromDatabase(code))).toEqual({ type: 'error', message, code })
})

test('a constraint is named, and no value', () => {
  expect(errorForLog(fromDatabase('23505', 'users_email_unique')).message).toBe(
    'database: users_email_unique',
  )
})

test('a database that is away is said in two words, without the statement', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const failed = new DrizzleQueryError('select "email" from "users"', ['ana@example.com'], away)
  const written = errorForLog(failed)
  expect(written).toMatchObject({
    message: 'database unavailable',
    cause: { code: 'ECONNREFUSED' },
  })
  expect(JSON.stringify(written)).not.toContain('select')
})

test('of several that failed, each is said without values', () => {
  const failed = new AggregateError([fromDatabase('23514'), new Error('wrong')], '2 of 3 failed')
  expect(errorForLog(failed)).toMatchObject({
    message: '2 of 3 failed',
    errors: [{ message: 'database: 23514' }, { message: 'wrong' }],
  })
})
