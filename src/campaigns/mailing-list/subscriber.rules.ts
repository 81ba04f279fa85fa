import { addressFields } from '#platform/address/address.rules.ts'

/** The fields of the staff's form for a subscriber, in the order they are shown and checked. */
export const subscriberFields = [
  'fullname',
  'firstname',
  'lastname',
  'email',
  'phone',
  ...addressFields,
  'country',
] as const

/** A mailing-list subscriber; missing texts are empty. */
export type SubscriberFields = Record<(typeof subscriberFields)[number], string>

/** Imported records may lack the full name, or every name. */
export const nameOfSubscriber = ({
  fullname,
  firstname,
  lastname,
  email,
}: SubscriberFields): string => fullname || `${firstname} ${lastname}`.trim() || email

export type Subscriber = {
  id: string
  /** A save of an older version is refused (optimistic locking). */
  version: number
  savedAt: Date
  fields: SubscriberFields
  consent: { source: string; wording: string; at: Date }
  /** When they left the list; null while they are on it. */
  leftAt: Date | null
}
