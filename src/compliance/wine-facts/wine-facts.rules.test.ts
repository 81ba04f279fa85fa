import { expect, test } from 'vitest'

import { readAlcohol, unknownFacts } from './wine-facts.rules.ts'

test.each([
  ['', null],
  ['5', 5],
  ['13.5', 13.5],
  ['13,5 %', 13.5],
  ['24.0%', 24],
  ['4.9', undefined],
  ['24.1', undefined],
  ['13.55', undefined],
  ['-13', undefined],
  ['1e1', undefined],
  ['about 13', undefined],
])('alcohol typed as %j is read as %j', (typed, read) => {
  expect(readAlcohol(typed)).toBe(read)
})

test('what nobody has set is unknown', () => {
  const none = { brand: '', class: '', alcohol: null, cola: '', country: '' }
  expect(unknownFacts(none)).toEqual(['brand', 'class', 'alcohol', 'cola', 'country'])
  expect(unknownFacts({ ...none, brand: 'Kohue', alcohol: 13.5 })).toEqual([
    'class',
    'cola',
    'country',
  ])
})
