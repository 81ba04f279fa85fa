import { isCalendarDay } from './dates.rules.ts'
import { typedLine } from './typed-text.rules.ts'

/** Maximum number of words of a search. */
const maxWords = 8

/** Apostrophes in the forms in which people type them. */
const apostrophes = /['’‘ʼʻ`´]/g

/** One of them, in a pattern. */
export const apostrophe = apostrophes.source

/** In lower case without accents, as `search_text` is stored. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** A phone number of ten digits as people write it, with or without the country. */
const phone = /(?<![\w-])(?:\+?1[\s.–-]*)?\(?(\d{3})\)?[\s.–-]*(\d{3})[\s.–-]*(\d{4})(?![\w-])/g

/** A part of one, such as `555-0100`. */
const partOfPhone = /^\+?\(?\d[\d().–-]*$/

/** Phone numbers are stored as digits. */
const digitsOf = (word: string): string =>
  partOfPhone.test(word) && !isCalendarDay(word) ? word.replaceAll(/\D/g, '') : word

/** A word of letters that may have an apostrophe somewhere. */
const isName = (word: string) => /^\p{L}{4,}$/u.test(word)

function withoutApostrophes(word: string): string {
  const bare = word.replaceAll(apostrophes, '')
  return isName(bare) ? bare : word
}

/** The first words of a search, up to the limit; signs that stand between them are none. */
export function searchedWords(search: string): string[] {
  const typed = folded(typedLine(search))
    .replaceAll(phone, ' $1$2$3 ')
    .split(/\s+/)
    .map(digitsOf)
    .filter(Boolean)
  const words = typed.filter(hasLetterOrDigit).map(withoutApostrophes)
  return (words.length > 0 ? words : typed).slice(0, maxWords)
}

/** Words of letters and digits, as `to_tsvector` divides a text, but for apostrophes in names. */
export const lettersAndDigits = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/(?!['’‘ʼʻ`´])[^\p{L}\p{N}]/u)
    .flatMap((word) => withoutApostrophes(word).split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .slice(0, maxWords)

/**
 * What may stand on both sides of an apostrophe that is stored but was not typed, such as `o` and `brien`: one letter to
 * four, and three or more. Empty for what is no name.
 */
export const aroundApostrophe = (word: string): [before: string, after: string][] =>
  isName(word)
    ? [1, 2, 3, 4]
        .filter((at) => word.length - at >= 3)
        .map((at) => [word.slice(0, at), word.slice(at)])
    : []
