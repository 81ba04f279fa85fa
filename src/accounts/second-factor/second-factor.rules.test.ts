import { expect, test } from 'vitest'

import {
  isFactorFresh,
  isSetUpOpen,
  knownNetworkDays,
  lockNoticeHours,
  readCode,
  secondFactor,
  writtenCode,
  wrongCodeLimit,
} from './second-factor.rules.ts'

const begun = new Date('2026-11-20T20:00:00.000Z')
const after = (text: string) => new Date(`2026-11-20T${text}Z`)

test('a set-up is finished within 15 minutes', () => {
  expect(isSetUpOpen(begun, after('20:15:00.000'))).toBe(true)
  expect(isSetUpOpen(begun, after('20:15:00.001'))).toBe(false)
})

test('a code is asked for again after 15 minutes, and where none was entered', () => {
  expect(isFactorFresh(begun, after('20:15:00.000'))).toBe(true)
  expect(isFactorFresh(begun, after('20:15:00.001'))).toBe(false)
  expect(isFactorFresh(null, after('20:00:00.000'))).toBe(false)
})

test('five wrong codes in 15 minutes lock it, in a known network by itself for 90 days', () => {
  expect(wrongCodeLimit).toEqual({ minutes: 15, max: 5 })
  expect([knownNetworkDays, lockNoticeHours]).toEqual([90, 24])
})

test('codes last 30 seconds, three steps around; there are ten for recovery and a week to begin', () => {
  expect(secondFactor).toMatchObject({ period: 30, window: 3, driftWindow: 40 })
  expect(secondFactor).toMatchObject({ recoveryCodes: 10, graceDays: 7 })
})

test('a code is read with blanks and hyphens, and nothing else is one', () => {
  expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
  expect(readCode('k7qx-m2pd-9rta')).toEqual({ kind: 'recovery', code: 'K7QXM2PD9RTA' })
  for (const text of ['', '12345', '1234567', 'K7QX-M2PD-9RT', 'K7QX-M2PD-9RT0']) {
    expect(readCode(text)).toBeNull()
  }
  expect(writtenCode('K7QXM2PD9RTA')).toBe('K7QX-M2PD-9RTA')
})
