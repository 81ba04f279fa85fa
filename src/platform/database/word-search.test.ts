import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { containsWord, searchedWords } from './word-search.ts'

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
])('%j is searched as %j', (typed, words) => {
  expect(searchedWords(typed)).toEqual(words)
})

test.each([
  ['o’brien', String.raw`%o_brien%`],
  ['50%_', String.raw`%50\%\_%`],
  ['---', '%---%'],
])('%j is looked for as %j', (word, pattern) => {
  expect(containsWord(sql`title`, word).queryChunks).toContain(pattern)
})
