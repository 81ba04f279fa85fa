import { describe, expect, test } from 'vitest'

import {
  loginSessionLifetime,
  sessionResponseTimeout,
  sessionStatus,
} from './session-lifetime.rules.ts'

const minute = 60
const day = 24 * 60 * minute
const now = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a session', () => {
  test.each([
    ['just opened', 0, 30 * day, 'good'],
    ['used for a day all but a second', -(day - 1), 29 * day, 'good'],
    ['renewed a day ago', -day, 29 * day, 'due'],
    ['more than five minutes before its end', 0, 5 * minute + 1, 'good'],
    ['five minutes before its end', 0, 5 * minute, 'due'],
    ['more than half a minute before its end', 0, 31, 'due'],
    ['a moment more than half a minute before its end', 0, 30.02, 'due'],
    ['half a minute before its end', 0, 30, 'ended'],
    ['over', -31 * day, -day, 'ended'],
  ] as const)('%s is %s', (_name, renewed, expires, status) => {
    const session = { beganAt: at(-day), renewedAt: at(renewed), expiresAt: at(expires) }
    expect(sessionStatus(session, now)).toBe(status)
  })

  test('is over half a year after it began, however much it is used', () => {
    const used = { renewedAt: at(0), expiresAt: at(30 * day) }
    expect(sessionStatus({ ...used, beganAt: at(-179 * day) }, now)).toBe('good')
    expect(sessionStatus({ ...used, beganAt: at(-180 * day) }, now)).toBe('ended')
  })
})

test('a login session lasts thirty days, and asks for no password for ten minutes', () => {
  expect(loginSessionLifetime).toMatchObject({ lasts: 2_592_000, freshFor: 600 })
  expect(sessionResponseTimeout).toEqual({ desktop: 30_000, mobile: 60_000 })
})
