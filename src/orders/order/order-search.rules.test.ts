import { expect, test } from 'vitest'

import { orderSearchTerms } from './order-search.rules.ts'

const number = { kind: 'number', number: 1011, cents: null }

test.each([
  ['k1011', [number]],
  ['K-1011', [number]],
  ['K 1011', [number]],
  ['1011', [{ ...number, cents: 101_100 }]],
  ['$1,060.24', [{ kind: 'amount', cents: 106_024 }]],
  ['1060.24', [{ kind: 'amount', cents: 106_024 }]],
  [
    '$99,999,999.99',
    [{ kind: 'word', word: '99' }, ...['999', '999', '99'].map((word) => ({ kind: 'word', word }))],
  ],
  ['$21,474,836.47', [{ kind: 'amount', cents: 2_147_483_647 }]],
  ['$21,474,836.48', ['21', '474', '836', '48'].map((word) => ({ kind: 'word', word }))],
  ['$35', [{ kind: 'amount', cents: 3_500 }]],
  ['pi_3AbC', [{ kind: 'payment', id: 'pi_3AbC' }]],
  ['Ana@example.com', ['ana', 'example', 'com'].map((word) => ({ kind: 'word', word }))],
  ['Núñez K-1011', [{ kind: 'word', word: 'núñez' }, number]],
  ['', []],
  ["' or 1=1 --", ['or', '1', '1'].map((word) => ({ kind: 'word', word }))],
])('%j has these terms', (text, terms) => {
  expect(orderSearchTerms(text)).toEqual(terms)
})

test('a search has at most eight terms', () => {
  expect(orderSearchTerms('a b c d e f g h i')).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((word) => ({ kind: 'word', word })),
  )
})
