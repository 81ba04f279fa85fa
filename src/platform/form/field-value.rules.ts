import { numericDay } from '../text/dates.rules.ts'
import { formatAmount } from '../text/money.rules.ts'
import { phoneText } from '../text/phone.rules.ts'
import { stateName } from '../text/us-states.rules.ts'
import { recordCopy } from './fields.copy.ts'

/** The values of some fields in words, by the name of the field; null where it has none for a value. */
export type FieldWords = Readonly<Partial<Record<string, (value: unknown) => string | null>>>

/** The value of a record's field as text for staff: a box is yes or no. */
export function fieldValue(field: string, value: unknown, words: FieldWords = {}): string {
  if (value === null || value === undefined || value === '') return recordCopy.nothing
  if (typeof value === 'boolean') return value ? recordCopy.yes : recordCopy.no
  const inWords = Object.hasOwn(words, field) ? words[field]!(value) : null
  if (inWords !== null) return inWords
  if (field.endsWith('Cents')) return formatAmount(Number(value))
  if (field === 'phone') return phoneText(String(value))
  if (field === 'birthdate') return numericDay(String(value))
  if (field === 'state' || field === 'xstate') return stateName(String(value))
  return typeof value === 'object' ? partsOf(value) : String(value)
}

/** The values of a list, or of a record with the name of each, which may have commas in it. */
function partsOf(value: object): string {
  const parts = Object.entries(value).map(([name, part]) =>
    Array.isArray(value) ? fieldValue('', part) : `${name}: ${fieldValue('', part)}`,
  )
  return parts.join(Array.isArray(value) ? ', ' : '; ') || recordCopy.nothing
}

/** The word for a value in a table of words. */
export const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (value: unknown): string | null =>
    Object.hasOwn(words, String(value)) ? words[String(value)]! : null
