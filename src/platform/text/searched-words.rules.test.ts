import { expect, test } from 'vitest'

import { aroundApostrophe, lettersAndDigits, searchedWords } from './searched-words.rules.ts'

test.each([
  ['Ana  RUÍZ', ['ana', 'ruiz']],
  ['(415) 555-0100', ['4155550100']],
  ['+1 (415) 555-0100', ['4155550100']],
  ['14155550100', ['4155550100']],
  ['415.555.0100', ['4155550100']],
  ['415 555 0100 ana', ['4155550100', 'ana']],
  ['555-0100', ['5550100']],
  ['(415)', ['415']],
  ['K-1002', ['k-1002']],
  ['2026-11-20', ['2026-11-20']],
  ['794655123458', ['794655123458']],
  ['1Z999AA10123456784', ['1z999aa10123456784']],
  ['94110', ['94110']],
  ['Ana\u200b', ['ana']],
  ['Ana - Ruíz', ['ana', 'ruiz']],
  ['’ ---', ['’', '---']],
  ['O’BRIEN', ['obrien']],
  ["d'angelo ‘ Ana", ['dangelo', 'ana']],
  ["o'brien@example.com", ["o'brien@example.com"]],
])('%j is searched as %j', (typed, words) => {
  expect(searchedWords(typed)).toEqual(words)
})

test.each([
  ['Ana@Example.com', ['ana', 'example', 'com']],
  ["O’Brien-Núñez d'Angelo", ['obrien', 'núñez', 'dangelo']],
  ["' or 1=1 --", ['or', '1', '1']],
  ['l’o 1’000', ['l', 'o', '1', '000']],
])('%j has the words %j', (typed, words) => {
  expect(lettersAndDigits(typed)).toEqual(words)
})

test('an apostrophe that was not typed may stand after one letter to four of a name', () => {
  expect(aroundApostrophe('obrien')).toEqual([
    ['o', 'brien'],
    ['ob', 'rien'],
    ['obr', 'ien'],
  ])
  expect(aroundApostrophe('dellorto').map(([before]) => before)).toEqual(['d', 'de', 'del', 'dell'])
  for (const word of ['ana', '4155550100', 'a@b.example', ''])
    expect(aroundApostrophe(word)).toEqual([])
})

test('the first eight words count', () => {
  const ten = 'a b c d e f g h i j'
  for (const words of [searchedWords(ten), lettersAndDigits(ten)])
    expect(words).toEqual([...'abcdefgh'])
})
