import { z } from 'zod'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'
import type { Sent } from '#platform/action/sent-form.ts'
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
    .catch('')
    .transform(typedLine)
    .pipe(z.string().min(1, errors.emptyName).min(4, errors.shortName).max(120, errors.longName)),
  email: z
    .string()
    .catch('')
    .transform(normalisedEmail)
    .pipe(
      z
        .string()
        .min(1, errors.emptyEmail)
        .max(maxEmailLength, errors.longEmail)
        .refine(isEmailAddress, errors.invalidEmail),
    ),
})

/** Sent by the form on `join`, where its errors belong. */
export const onJoinField = 'onJoin'

/** Names of the two fields that people never fill in: a filled `website` is refused, see `isSentTooFast`. */
export const honeypotFields = { website: 'website', shownAt: 'shownAt' } as const

/** Shortest time in which a person fills in the form, in milliseconds. */
const shortestVisit = 1_500

/** Said above the form: why it was refused as a whole, or that something is missing. */
export function mailingListAlert({ refusal, values }: Pick<Sent, 'refusal' | 'values'>) {
  const isWhole = values['fullname']?.trim() && values['email']?.trim()
  return refusal ?? (isWhole ? null : mailingListCopy.fillAll)
}

/** True when the form was sent sooner than a person could, or was never shown. */
export const isSentTooFast = (shownAt: string, now: Date): boolean =>
  !(now.getTime() - Number.parseInt(shownAt, 10) >= shortestVisit)
