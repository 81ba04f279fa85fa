import { expect, test } from 'vitest'

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
