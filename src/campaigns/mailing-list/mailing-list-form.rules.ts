import { z } from 'zod'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'
import { textOf, textsOf } from '#platform/form/form-text.rules.ts'
import {
  isEmailAddress,
  maxEmailLength,
  normalisedEmail,
} from '#platform/text/email-address.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

const { errors } = mailingListCopy

/** The mailing list form (specification, section 5): tidied, and the email in its one form. */
export const mailingListForm = z.object({
  fullname: z
    .string()
    .transform(typedLine)
    .pipe(z.string().min(1, errors.emptyName).min(4, errors.shortName).max(120, errors.longName)),
  email: z
    .string()
    .transform(normalisedEmail)
    .pipe(
      z
        .string()
        .min(1, errors.emptyEmail)
        .max(maxEmailLength, errors.longEmail)
        .refine(isEmailAddress, errors.invalidEmail),
    ),
})

export type MailingListForm = z.infer<typeof mailingListForm>

/** The values and messages with which the form is shown again. */
export type MailingListErrors = {
  values: { fullname: string; email: string }
  alert?: string
  errors: { fullname?: string; email?: string }
}

/** Sent by the form on `join`, where its errors belong. */
export const onJoinField = 'onJoin'

/** Names of the two fields that people never fill in: see `isHoneypotFilled` and `isSentTooFast`. */
export const honeypotFields = { website: 'website', shownAt: 'shownAt' } as const

/** Shortest time in which a person fills in the form, in milliseconds. */
const shortestVisit = 1_500

/**
 * Reads the form as posted. When a field is missing there is one alert besides the message of each
 * field; the typed values are returned.
 */
export function readMailingListForm(
  form: FormData,
): { ok: true; value: MailingListForm } | ({ ok: false } & MailingListErrors) {
  const values = textsOf(form, ['fullname', 'email'])
  const result = mailingListForm.safeParse(values)
  if (result.success) return { ok: true, value: result.data }
  const found = z.flattenError(result.error).fieldErrors
  const isMissing = !values.fullname.trim() || !values.email.trim()
  return {
    ok: false,
    values,
    ...(isMissing && { alert: mailingListCopy.fillAll }),
    errors: { fullname: found.fullname?.[0], email: found.email?.[0] },
  }
}

/** True when the field that people cannot see was filled in. */
export const isHoneypotFilled = (form: FormData): boolean =>
  textOf(form, honeypotFields.website) !== ''

/** True when the form was sent sooner than a person could, or was never shown. */
export function isSentTooFast(form: FormData, now: Date): boolean {
  const shownAt = Number.parseInt(textOf(form, honeypotFields.shownAt), 10)
  return !(now.getTime() - shownAt >= shortestVisit)
}
