import { expect, test } from 'vitest'

import { orderNote } from './order-note.rules.ts'

test('a note has up to 2,000 characters, without spaces around it', () => {
  expect(orderNote.parse(' Call first\r\nthen ship ')).toBe('Call first\nthen ship')
  expect(orderNote.safeParse('x'.repeat(2_000)).success).toBe(true)
  expect(orderNote.safeParse('x'.repeat(2_001)).error?.issues[0]?.message).toBe(
    'Please write a note of at most 2,000 characters',
  )
  expect(orderNote.safeParse('x').success).toBe(true)
  expect(orderNote.safeParse(' \r\n ').success).toBe(false)
})
