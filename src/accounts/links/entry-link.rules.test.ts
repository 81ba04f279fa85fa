import { expect, test } from 'vitest'

import { entryMinutes, isWholeToken, purchaseLinkEnds, shortName } from './entry-link.rules.ts'

const now = new Date('2026-11-20T20:00:00.000Z')

test('a purchase link ends with its release or grant, after 21 days at most', () => {
  const ends = (until: string | null) =>
    purchaseLinkEnds(now, until === null ? null : new Date(until)).toISOString()
  expect(ends('2026-11-25T00:00:00.000Z')).toBe('2026-11-25T00:00:00.000Z')
  expect(ends('2026-12-11T20:00:00.001Z')).toBe('2026-12-11T20:00:00.000Z')
  expect(ends(null)).toBe('2026-12-11T20:00:00.000Z')
})

test('a link to sign in is valid for 15 minutes, and what a purchase link opens for half a day', () => {
  expect([entryMinutes.login, entryMinutes.limitedSession]).toEqual([15, 720])
})

test('a token that a mail program cut off is not whole', () => {
  expect(isWholeToken('a'.repeat(43))).toBe(true)
  expect(isWholeToken('a'.repeat(42))).toBe(false)
  expect(isWholeToken(`${'a'.repeat(43)}.`)).toBe(false)
})

test('a button names its person by first name and initial', () => {
  expect(shortName({ firstName: ' Ana ', lastName: ' ruiz' })).toBe('Ana R.')
  expect(shortName({ firstName: 'Ana', lastName: '' })).toBe('Ana')
  expect(shortName({ firstName: '', lastName: 'Ruiz' })).toBe('R.')
  expect(shortName({ firstName: '', lastName: '' })).toBe('')
})
