import * as z from 'zod/mini'

import { longestAddressLine } from '../address/address.rules.ts'
import { isEmailAddress, maxEmailLength, normalisedEmail } from '../text/email-address.rules.ts'
import { typedLine, typedText } from '../text/typed-text.rules.ts'
import { isUsState } from '../text/us-states.rules.ts'
import { fieldMessages as says } from './fields.copy.ts'

/** The rules of the forms of section 5. The first rule of a field that fails gives its message. */

/** Longest text of a field without a rule in the specification. */
const storable = 300

export const least = (count: number, message: string) => z.minLength(count, message)
export const most = (count: number, message: string) => z.maxLength(count, message)

/** Of several lines. */
export const text = () => z.string().check(z.overwrite((value) => typedText(String(value))))
export const line = () => z.string().check(z.overwrite((value) => typedLine(String(value))))
export const free = () => line().check(most(storable, says.tooLong))
/** Of an address that wine is sent to. */
export const labelLine = () => line().check(most(longestAddressLine, says.tooLongForLabel))

/** Holds for what is given; empty is fine. */
export const ifGiven = (holds: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value === '' || holds(value), message)

export const state = () => line().check(ifGiven(isUsState, says.notAState))

/** Required, and normalised as addresses are stored. */
export const email = (longest = maxEmailLength, tooLong: string = says.noMoreThan80) =>
  z.string().check(
    z.overwrite((value) => normalisedEmail(String(value))),
    least(1, says.required),
    // First, as of one that is too long its length is the message.
    most(longest, tooLong),
    ifGiven(isEmailAddress, says.notAnEmail),
  )

export type Checked<Fields> =
  | { ok: true; fields: Fields }
  | { ok: false; errors: Partial<Record<keyof Fields, string>> }

/**
 * Checks all fields and returns the first message of each invalid one. Fields of an existing record that
 * `isUnchanged` may break a rule, which may be newer than the record.
 */
export function checkFields<Fields extends object>(
  schema: z.ZodMiniType<Fields>,
  values: object,
  isUnchanged: (name: keyof Fields) => boolean = () => false,
): Checked<Fields> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, fields: result.data }
  const errors: Partial<Record<keyof Fields, string>> = {}
  const kept: Partial<Record<keyof Fields, true>> = {}
  for (const issue of result.error.issues) {
    const field = issue.path[0] as keyof Fields
    if (isUnchanged(field)) kept[field] = true
    else errors[field] ??= issue.message
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const rest = z.omit(schema as unknown as z.ZodMiniObject, kept as Record<string, true>)
  return { ok: true, fields: { ...values, ...rest.parse(values) } as Fields }
}

/**
 * Whether a field is as it was saved. The fields of a group are checked together, such as those of an
 * address: an empty one counts as unchanged only while the whole group is.
 */
export const unchangedIn =
  <Fields extends object>(
    values: Fields,
    saved: Fields | null,
    groups: readonly (readonly (keyof Fields)[])[] = [],
  ) =>
  (field: keyof Fields): boolean => {
    const isSame = (one: keyof Fields) => saved !== null && values[one] === saved[one]
    if (!isSame(field)) return false
    return (
      values[field] !== '' || groups.every((group) => !group.includes(field) || group.every(isSame))
    )
  }
