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

/**
 * Rows whose text has every word of the search, anywhere; one or two letters have to begin a word,
 * which is as little as the index can find.
 */
export const hasWords = (column: AnyPgColumn, search: string): SQL[] =>
  folded(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => sql`${column} like ${`%${word.length < 3 ? ' ' : ''}${literally(word)}%`}`)
