import * as z from 'zod/mini'

import { accountMessages as says } from './copy/account.ts'
import { normalisedEmail } from './email-address.ts'
import { tidyName } from './people/person-name.ts'
import { isUsState } from './us-states.ts'

/** What the forms of section 5 are made of. The first rule of a field that fails gives the sentence. */

/** Fields with no rule of the specification's still have to fit on a label. */
const storable = 300

export const least = (count: number, message: string) => z.minLength(count, message)
export const most = (count: number, message: string) => z.maxLength(count, message)

/** PostgreSQL keeps every character but this one. */
const withoutNul = (value: string) => value.replaceAll('\u0000', '').trim()

export const text = () => z.string().check(z.overwrite((value) => withoutNul(String(value))))
export const free = () => text().check(most(storable, says.tooLong))
export const name = () => z.string().check(z.overwrite((value) => tidyName(String(value))))

/** Holds for what is given; empty is fine. */
export const ifGiven = (holds: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value === '' || holds(value), message)

export const state = () => text().check(ifGiven(isUsState, says.notAState))

const anEmail = z.email()

/** Required, and in the one form in which addresses are kept. */
export const email = () =>
  z.string().check(
    z.overwrite((value) => normalisedEmail(String(value))),
    least(1, says.required),
    ifGiven((value) => anEmail.safeParse(value).success, says.notAnEmail),
  )

export type Checked<Fields> =
  | { ok: true; fields: Fields }
  | { ok: false; errors: Partial<Record<keyof Fields, string>> }

/**
 * Checks all fields and gives each that is wrong its first message. Of a record that is changed, what
 * `stands` there already may break a rule that is newer than it.
 */
export function checkFields<Fields extends object>(
  schema: z.ZodMiniType<Fields>,
  values: object,
  stands: (name: keyof Fields) => boolean = () => false,
): Checked<Fields> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, fields: result.data }
  const errors: Partial<Record<keyof Fields, string>> = {}
  const kept: Partial<Record<keyof Fields, true>> = {}
  for (const issue of result.error.issues) {
    const field = issue.path[0] as keyof Fields
    if (stands(field)) kept[field] = true
    else errors[field] ??= issue.message
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const rest = z.omit(schema as unknown as z.ZodMiniObject, kept as Record<string, true>)
  return { ok: true, fields: { ...values, ...rest.parse(values) } as Fields }
}

/**
 * Whether a field stands as it was saved. The fields of a group are one statement, such as an
 * address: a blank among them was saved only while none of the group is changed.
 */
export const standsAs =
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
