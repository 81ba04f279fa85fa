import { expect, test } from 'vitest'

import { noticeOfRefund } from './notices.copy.ts'

test.each([
  ['stock-gone', 'given-back'],
  ['amount-short', 'paid-short'],
  ['over-volume', 'not-to-address'],
  ['state-suspended', 'not-to-address'],
  ['zip-not-served', 'not-to-address'],
] as const)('who paid and is refunded for %s reads %s', (why, notice) => {
  expect(noticeOfRefund(why)).toBe(notice)
})
