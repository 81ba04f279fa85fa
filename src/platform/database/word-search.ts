import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Maximum number of words of a search. */
const maxWords = 8

/** In lower case without accents, as `search_text` is stored. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** The first words of a search, up to the limit. */
export const searchedWords = (search: string): string[] =>
  folded(search).split(/\s+/).filter(Boolean).slice(0, maxWords)

/** Whether a text contains this word. No index serves it: for short lists only. */
export const containsWord = (value: SQL | AnyPgColumn, word: string): SQL =>
  sql`${value} ilike ${`%${literally(word)}%`}`

/**
 * Conditions for rows whose text contains every word of the search. A word of one or two letters matches
 * only at the beginning of a word, since the index needs three characters.
 */
export const hasWords = (column: AnyPgColumn, search: string): SQL[] =>
  searchedWords(search).map(
    (word) => sql`${column} like ${`%${word.length < 3 ? ' ' : ''}${literally(word)}%`}`,
  )
