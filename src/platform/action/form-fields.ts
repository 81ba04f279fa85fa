import { z } from 'zod'

import { wholeNumberIn } from '../form/form-text.rules.ts'
import { safeReturnTo } from '../http/return-to.ts'
import { isCalendarDay } from '../text/dates.rules.ts'
import { typedText } from '../text/typed-text.rules.ts'

/** Fields as a form sends them: always text, or missing. */

/** Text without spaces around it, and without characters that nobody sees. */
export const text = (longest = 5_000, sentence = 'This is too long.') =>
  z.string().overwrite(typedText).max(longest, sentence).default('')

/** The same as it was typed, such as a password: spaces around it count. */
export const exactText = () => z.string().max(5_000).default('')

/** The same of which nothing is refused: what is no such text counts as empty. */
export const anyText = (longest?: number) => text(longest).catch('')

/** Where on this site to go next. */
export const returnTo = (fallback: string) =>
  anyText().transform((to) => safeReturnTo(to, fallback))

const noDay = 'Please choose a day.'

/** A calendar day such as `2026-11-20`. */
export const day = () => text().refine(isCalendarDay, noDay)

/** The same; null when it is empty. */
export const dayOrNone = () =>
  text()
    .refine((typed) => typed === '' || isCalendarDay(typed), noDay)
    .transform((typed) => typed || null)

/** A whole number of up to nine digits, which fits its column. */
export const wholeNumber = () =>
  z
    .union([z.string(), z.number()])
    .refine((typed) => wholeNumberIn(typed) !== null)
    .transform(Number)

/** A whole number between these, both included. */
export const wholeNumberFrom = (least: number, most: number, sentence: string) =>
  z
    .union([z.string(), z.number()], sentence)
    .refine((typed) => wholeNumberIn(String(typed).trim()) !== null, sentence)
    .transform(Number)
    .refine((number) => number >= least && number <= most, sentence)

/** Whether a box is checked: one that is not is not sent. */
export const checked = () =>
  z
    .unknown()
    .optional()
    .transform((sent) => sent !== undefined && sent !== false)

/** What is chosen of a list: nothing, one or several. */
export const chosen = () =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent): string[] => (sent === undefined ? [] : [sent].flat()))

/** The version of the record that a form was filled from; null for a new one. */
export const version = () =>
  z
    .union([z.literal('').transform(() => null), z.null(), wholeNumber()])
    .optional()
    .transform((seen) => seen ?? null)

/** One of these names. */
export const oneOf = <const Name extends string>(names: readonly Name[], sentence?: string) =>
  z.enum(names as [Name, ...Name[]], sentence)

/** Text that must be there, and no longer than that. */
export const filled = (longest: number, sentence: string) =>
  z.string(sentence).overwrite(typedText).min(1, sentence).max(longest, sentence)

/** What was typed, as a browser sends it: a box that is not checked is not sent. */
export function asForm(typed: object): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(typed)) {
    for (const value of [values].flat()) {
      if (value === true) form.append(name, 'on')
      else if (value !== false && value !== null && value !== undefined)
        form.append(name, String(value))
    }
  }
  return form
}

/** A form that a function of its own reads. */
export const readBy = <Fields>(read: (form: FormData) => Fields) =>
  z.looseObject({}).transform((typed) => read(asForm(typed)))
