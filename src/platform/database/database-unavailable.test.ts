import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { isDatabaseUnavailable } from './database-unavailable.ts'

const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['no connection free in time', fault('timeout exceeded when trying to connect')],
  ['a connection cut in the midst', fault('Connection terminated unexpectedly')],
  ['a statement that took too long', fault('canceling statement', { code: '57014' })],
  ['its socket not there', fault('connect', { code: 'ENOENT', syscall: 'connect' })],
  [
    'what lies behind a query that failed',
    new DrizzleQueryError('select 1', [], fault('', { code: '53300' })),
  ],
])('%s is the database’s absence', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a missing file', fault('open', { code: 'ENOENT', syscall: 'open' })],
  ['a broken rule of a table', fault('duplicate key', { code: '23505' })],
  ['an error of ours', new TypeError('timeout is no function')],
  [
    'another party’s',
    new Error('Google does not answer', { cause: fault('connect', { code: 'ECONNREFUSED' }) }),
  ],
  ['no error at all', 'timeout exceeded when trying to connect'],
])('%s is not', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
