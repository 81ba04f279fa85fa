import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { users } from './people.tables.ts'
import { containsWord, hasWords } from './word-search.ts'

test.each([
  ["o'brien@example.com", '%o_brien@example.com%'],
  ['doro', "doro|d['’‘ʼʻ`´]oro"],
  ['50%_', String.raw`%50\%\_%`],
  ['---', '%---%'],
])('%j is looked for as %j', (word, pattern) => {
  expect(containsWord(sql`title`, word).queryChunks).toContain(pattern)
})

test('one or two letters begin a word, three are found within one', () => {
  const patterns = hasWords(users.searchText, 'a an ana').map(({ queryChunks }) => queryChunks)
  expect(patterns).toEqual([
    expect.arrayContaining(['% a%']),
    expect.arrayContaining(['% an%']),
    expect.arrayContaining(['%ana%']),
  ])
})
