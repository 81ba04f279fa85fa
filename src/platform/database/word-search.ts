import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import { isCalendarDay } from '../text/dates.rules.ts'
import { typedLine } from '../text/typed-text.rules.ts'

/** Maximum number of words of a search. */
const maxWords = 8

/** In lower case without accents, as `search_text` is stored. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

/**
 * Apostrophes and hyphens are typed and stored in several forms: each is any one character of a word. Alone they
 * would find everything.
 */
function literally(text: string): string {
  const escaped = text.replace(/[\\%_]/g, String.raw`\$&`)
  return hasLetterOrDigit(text) ? escaped.replaceAll(/['’‘ʼ`´‐‑‒–—-]/g, '_') : escaped
}

/** A phone number of ten digits as people write it, with or without the country. */
const phone = /(?<![\w-])(?:\+?1[\s.–-]*)?\(?(\d{3})\)?[\s.–-]*(\d{3})[\s.–-]*(\d{4})(?![\w-])/g

/** A part of one, such as `555-0100`. */
const partOfPhone = /^\+?\(?\d[\d().–-]*$/

/** Phone numbers are stored as digits. */
const digitsOf = (word: string): string =>
  partOfPhone.test(word) && !isCalendarDay(word) ? word.replaceAll(/\D/g, '') : word

/** The first words of a search, up to the limit; signs that stand between them are none. */
export function searchedWords(search: string): string[] {
  const typed = folded(typedLine(search))
    .replaceAll(phone, ' $1$2$3 ')
    .split(/\s+/)
    .map(digitsOf)
    .filter(Boolean)
  const words = typed.filter(hasLetterOrDigit)
  return (words.length > 0 ? words : typed).slice(0, maxWords)
}

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
