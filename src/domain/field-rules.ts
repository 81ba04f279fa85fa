import * as z from 'zod/mini'

import { accountMessages as says } from './copy/account.ts'
import { normalisedEmail } from './email-address.ts'
import { tidyName } from './people/person-name.ts'
import { isUsState } from './us-states.ts'

/** What the forms of section 5 are made of. The first rule of a field that fails speaks. */

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

/** Checks all fields and gives each that is wrong its first message. */
export function checkFields<Fields extends object>(
  schema: z.ZodMiniType<Fields>,
  values: object,
): Checked<Fields> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, fields: result.data }
  const errors: Partial<Record<keyof Fields, string>> = {}
  for (const issue of result.error.issues) errors[issue.path[0] as keyof Fields] ??= issue.message
  return { ok: false, errors }
}
