import { expect, test } from 'vitest'

import { doubtNote, isDoubtful } from './carriers.rules.ts'

test.each([
  ['1Z999AA10123456784', false],
  ['1Z5R89390357567127', false],
  ['1Z999AA10123456785', true],
  ['1Z999AA10123457684', true],
  ['1Z999AB10123456784', true],
  ['9400111202555842332669', false],
  ['9361289878700317633795', false],
  ['9400111202555842332696', true],
  ['420941109400111202555842332669', false],
  ['420941109400111202555842332666', true],
  // Other forms say nothing about themselves.
  ['794655123458', false],
  ['T0123456789', false],
  ['9612345678901234567890', false],
])('a character of %s is likely wrong: %s', (number, isWrong) => {
  expect(isDoubtful(number)).toBe(isWrong)
})

test('doubtful numbers are named, five at most', () => {
  expect(doubtNote(['1Z999AA10123456784'])).toBeNull()
  expect(doubtNote(['1Z999AA10123456784', '1Z999AA10123456785'])).toBe(
    'Compare 1Z999AA10123456785 with its label: a character of it is likely wrong.',
  )
  const seven = ['0', '1', '2', '3', '5', '6', '7'].map((last) => `1Z999AA1012345678${last}`)
  expect(doubtNote(seven)).toBe(
    'Compare 1Z999AA10123456780, 1Z999AA10123456781, 1Z999AA10123456782, 1Z999AA10123456783, 1Z999AA10123456785, and 2 more with their labels: a character of each is likely wrong.',
  )
})
