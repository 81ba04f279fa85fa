import { z } from 'zod'

/** Longest note about an order, in characters. */
export const maxNote = 2_000

export const orderNote = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .refine(
    (note) => note.length > 0 && note.length <= maxNote,
    `Please write a note of at most ${maxNote.toLocaleString('en-US')} characters`,
  )
