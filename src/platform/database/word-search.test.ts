import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { containsWord } from './word-search.ts'

test.each([
  ["o'brien@example.com", '%o_brien@example.com%'],
  ['doro', "doro|d['’‘ʼʻ`´]oro"],
  ['50%_', String.raw`%50\%\_%`],
  ['---', '%---%'],
])('%j is looked for as %j', (word, pattern) => {
  expect(containsWord(sql`title`, word).queryChunks).toContain(pattern)
})
