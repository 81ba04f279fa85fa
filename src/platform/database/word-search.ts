import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import {
  apostrophe,
  aroundApostrophe,
  hasLetterOrDigit,
  searchedWords,
} from '../text/searched-words.rules.ts'

/**
 * Hyphens and, in an email, apostrophes are typed and stored in several forms: each is any one character of a word.
 * Alone they would find everything.
 */
function literally(text: string): string {
  const escaped = text.replace(/[\\%_]/g, String.raw`\$&`)
  return hasLetterOrDigit(text) ? escaped.replaceAll(/['’‘ʼʻ`´‐‑‒–—-]/g, '_') : escaped
}

/** Whether a text in lower case without accents has this word in it. A name is found with and without its apostrophe. */
function contains(value: SQL | AnyPgColumn, word: string): SQL {
  const divided = aroundApostrophe(word).map((parts) => parts.join(apostrophe))
  if (divided.length > 0) return sql`${value} ~ ${[word, ...divided].join('|')}`
  return sql`${value} like ${`%${literally(word)}%`}`
}

/** Whether a text contains this word. No index serves it: for short lists only. */
export const containsWord = (value: SQL | AnyPgColumn, word: string): SQL =>
  contains(sql`regexp_replace(normalize(lower(${value}), NFD), '[\\u0300-\\u036f]', '', 'g')`, word)

/**
 * Conditions for rows whose text contains every word of the search. A word of one or two letters matches
 * only at the beginning of a word, since the index needs three characters.
 */
export const hasWords = (column: AnyPgColumn, search: string): SQL[] =>
  searchedWords(search).map((word) => contains(column, word.length < 3 ? ` ${word}` : word))

/**
 * A query of a `tsvector` in which a word begins with each of these. An apostrophe divides its words, so that a name is
 * found in two parts as well.
 */
export const withWords = (words: readonly string[]): SQL =>
  sql`to_tsquery('simple', ${words.map(inParts).join(' & ')})`

const inParts = (word: string): string => {
  const divided = aroundApostrophe(word).map(([before, after]) => `${before} <-> ${after}:*`)
  return `(${[`${word}:*`, ...divided].join(' | ')})`
}
