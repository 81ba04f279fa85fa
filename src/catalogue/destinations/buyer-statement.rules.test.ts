import { expect, test } from 'vitest'

import { buyerStatement, statementIn } from './buyer-statement.rules.ts'

const [signs, shows] = [/I will sign for the delivery/, /I will show my ID at the pickup/]

test('a buyer states how the wine is handed over, and both while that is not chosen', () => {
  for (const method of ['ground', 'overnight'] as const) {
    expect(buyerStatement(method)).toMatch(signs)
    expect(buyerStatement(method)).not.toMatch(shows)
  }
  expect(buyerStatement('pickup')).toMatch(shows)
  expect(buyerStatement('pickup')).not.toMatch(signs)
  expect(buyerStatement(null)).toMatch(/I will sign for the delivery or show my ID at the pickup/)
})

test('the statement is found in the text of a payment page', () => {
  const pickup = buyerStatement('pickup')
  expect(statementIn(`By paying: ${pickup} Thank you.`)).toBe(pickup)
  expect([statementIn('By paying you agree.'), statementIn(null)]).toEqual([null, null])
})
