import { expect, test } from 'vitest'

import { identityLimits } from './identity-limits.rules.ts'
import { networkAttempts } from './rate-limits.actions.server.ts'

const attempts = (address: string) => networkAttempts('join', { minutes: 60, max: 10 }, address)

test('an address of IPv4 has one limit', () => {
  expect(attempts('203.0.113.9')).toEqual([{ key: expect.any(String), minutes: 60, max: 10 }])
})

test('one of IPv6 has that of its subscriber, and a wider one of its organisation', () => {
  const [own, wide, ...others] = attempts('2001:db8:1:2::5')
  expect([own, wide]).toMatchObject([
    { minutes: 60, max: 10 },
    { minutes: 60, max: 80 },
  ])
  expect(others).toEqual([])
  // Another address of the same subscriber, and another subscriber of the same organisation.
  expect(attempts('2001:db8:1:2:ffff::1').map(({ key }) => key)).toEqual([own!.key, wide!.key])
  const [neighbor, same] = attempts('2001:db8:1:3::5')
  expect(neighbor!.key).not.toBe(own!.key)
  expect(same!.key).toBe(wide!.key)
})

test('these are the attempts that one account and one network have', () => {
  const written = Object.entries(identityLimits).map(
    ([name, { minutes, max }]) => `${name}: ${max} in ${minutes} minutes`,
  )
  expect(written).toEqual([
    'sign-in-account: 10 in 15 minutes',
    'sign-in-account-source: 40 in 15 minutes',
    'sign-in-source: 100 in 15 minutes',
    'register-source: 300 in 60 minutes',
    'welcome-emails: 3 in 1440 minutes',
    'recovery-source: 60 in 60 minutes',
    'recovery-emails: 5 in 60 minutes',
    'link-source: 60 in 15 minutes',
    'login-links: 5 in 60 minutes',
    'fresh-links: 3 in 60 minutes',
    'password-check: 10 in 15 minutes',
    'passkey-challenge: 1 in 15 minutes',
    'change-emails: 5 in 60 minutes',
    'report-source: 60 in 15 minutes',
  ])
})
