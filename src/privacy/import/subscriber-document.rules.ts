import { checkSubscriber } from '#campaigns/mailing-list/subscriber-form.rules.ts'
import type { SubscriberFields } from '#campaigns/mailing-list/subscriber.rules.ts'
import { subscriberFields } from '#campaigns/mailing-list/subscriber.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import type { Document, ImportError } from './document.rules.ts'
import { booleanOf, momentOf, textOf } from './document.rules.ts'

export type ImportedSubscriber = {
  fields: SubscriberFields
  /** Null where the document has no consent: then they get no emails. */
  byEmail: boolean | null
  byPhone: boolean
  /** When they joined, where the document says. */
  joinedAt: Date | null
}

/** `errors` beside a record are the fields that were left out. */
export type ReadDocument<Record> =
  | { ok: true; record: Record; errors: ImportError[] }
  | { ok: false; errors: ImportError[] }

/** Fields of a subscriber's document that are known; `clientUID` is its id. */
export const knownSubscriberFields: readonly string[] = [
  ...subscriberFields,
  'byEmail',
  'byPhone',
  'createdAt',
  'clientUID',
]

/** Consent that was not given is never assumed. */
const notAgreed = 'No consent is given: kept as not to be written to'

/** A document without these is not imported. */
const required = ['email', 'fullname'] as const

/**
 * Reads a subscriber of the earlier database by the rules of the staff's form. A document without a
 * valid email and full name is refused; any other invalid field is left out.
 */
export function readSubscriberDocument(document: Document): ReadDocument<ImportedSubscriber> {
  const errors: ImportError[] = []
  const values = Object.fromEntries(
    subscriberFields.map((field) => [field, '']),
  ) as SubscriberFields
  for (const field of subscriberFields) {
    const text = textOf(document[field])
    if (text === null) errors.push({ field, reason: 'This is no text' })
    else values[field] = text
  }
  values.fullname ||= `${values.firstname} ${values.lastname}`.trim()
  values.state = parseState(values.state) ?? values.state
  values.country ||= 'US'

  const wrong = checkSubscriber(values)
  if (!wrong.ok) {
    for (const field of subscriberFields) {
      const reason = wrong.errors[field]
      if (!reason) continue
      errors.push({ field, reason })
      values[field] = ''
    }
  }
  const checked = checkSubscriber(values)
  if (!checked.ok)
    return { ok: false, errors: errors.filter(({ field }) => isOneOf(required, field)) }
  const byEmail = booleanOf(document['byEmail'] ?? null)
  if (byEmail === null) errors.push({ field: 'byEmail', reason: notAgreed })
  const isNameLeftOut = errors.some(({ field }) => field === 'firstname' || field === 'lastname')
  return {
    ok: true,
    record: {
      fields: isNameLeftOut ? checked.fields : withFirstName(checked.fields),
      byEmail,
      byPhone: booleanOf(document['byPhone'] ?? false) ?? false,
      joinedAt: momentOf(document['createdAt']),
    },
    errors,
  }
}

/** The first name is the first word of the full name, as at sign-up; the last name is not guessed. */
const withFirstName = (fields: SubscriberFields): SubscriberFields => ({
  ...fields,
  firstname: fields.firstname || firstWord(fields.fullname),
})
