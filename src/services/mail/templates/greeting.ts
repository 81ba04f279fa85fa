import { firstWord } from '#domain/people/person-name.ts'

/** By the first name of a full name; without a name where none is known. */
export const greeting = (name: string): string =>
  name.trim() ? `Dear ${firstWord(name.trim())},` : 'Hello,'
