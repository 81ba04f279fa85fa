import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Maximum number of words of a search. */
const maxWords = 8

/** Lower case, without accents: as `search_text` is kept. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** The words of a search, as many as it may have. */
export const searchedWords = (search: string): string[] =>
  folded(search).split(/\s+/).filter(Boolean).slice(0, maxWords)

/** Text that has this word anywhere: for short lists, as no index serves it. */
export const containsWord = (value: SQL, word: string): SQL =>
  sql`${value} ilike ${`%${literally(word)}%`}`

/**
 * Rows whose text has every word of the search, anywhere; one or two letters have to begin a word,
 * which is as little as the index can find.
 */
export const hasWords = (column: AnyPgColumn, search: string): SQL[] =>
  searchedWords(search).map(
    (word) => sql`${column} like ${`%${word.length < 3 ? ' ' : ''}${literally(word)}%`}`,
  )
