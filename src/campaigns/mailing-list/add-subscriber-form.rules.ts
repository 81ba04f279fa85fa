import { textsOf } from '#platform/form/form-text.rules.ts'
import * as z from 'zod/mini'

import { subscriberCopy, subscriberMessages as says } from './subscriber.copy.ts'
import type { Checked } from '#platform/form/field-rules.rules.ts'
import { checkFields, email, least, most, name, text } from '#platform/form/field-rules.rules.ts'

/** A person whom staff add to the mailing list; `proof` says where they agreed in writing. */
export type AddedFields = { fullname: string; email: string; proof: string }

export type AddedErrors = Partial<Record<keyof AddedFields, string>>

const schema = z.object({
  fullname: name().check(
    least(1, says.mustWrite),
    least(4, says.atLeast4),
    most(40, says.noMoreThan40),
  ),
  email: email().check(most(80, says.noMoreThan80)),
  proof: text().check(least(8, subscriberCopy.add.sayWhere), most(300, says.tooLong)),
})

/** Checks the form as typed; returns the fields trimmed and tidied. */
export const checkAdded = (values: AddedFields): Checked<AddedFields> =>
  checkFields<AddedFields>(schema, values)

/** The form as posted; a field that was not sent is empty. */
export const readAdded = (form: FormData): AddedFields =>
  textsOf(form, ['fullname', 'email', 'proof'])
