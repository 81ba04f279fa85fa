import { accountFieldNames } from '#platform/form/fields.copy.ts'

import type { ContactBox } from './consent-kinds.rules.ts'
import { contactBoxNames } from './consent-kinds.rules.ts'
import type { ConsentSource, LeavingSource } from './consent.rules.ts'

/** What the ledger notes as read, where no form says more. */
export const consentWordings = {
  subscribe: 'Subscribe: We write to you by email about our releases.',
  unsubscribe:
    'Yes, unsubscribe: We will no longer write to you about our releases. Your account and your orders stay as they are.',
  leave: 'Unsubscribe: no more emails of the mailing list.',
  byEmailInactive:
    'Contact me by: Email, checked while the subscription is inactive, which still holds',
  byEmailOfStaff: 'Contact by email, checked by staff: noted, and no consent of the customer',
  confirmedAccount: 'The address was confirmed as that of an account that may be emailed',
  confirmedInactive:
    'The address was confirmed as that of an account whose subscription is inactive',
  byStaff: 'Taken off the mailing list by staff, as the person asked',
  addressMoved: 'The record or account of this address now has another one',
  merged: 'Two accounts of one person were merged: what they said last with the other address',
  recordDeleted: 'The record on the mailing list was deleted',
} as const

/** The same of a box of the account, as it was left. */
export const boxWording = (box: ContactBox, isOn: boolean): string =>
  `${accountFieldNames.contact}: ${accountFieldNames[box]}, ${isOn ? 'checked' : 'not checked'}`

/** By what a person would like to be contacted. */
export const contactNames = (of: Readonly<Record<ContactBox, boolean>>): string[] =>
  contactBoxNames.filter((box) => of[box]).map((box) => accountFieldNames[box])

/** How a person said no, as the end of "You left the list on March 3 …". */
const leftBy: Record<LeavingSource, string> = {
  form: 'through a form',
  account: 'in your account',
  link: 'by the link in one of our emails',
  'one-click': 'by the unsubscribe button of your mail program',
  staff: 'when you asked us to',
  complaint: 'when an email of ours was reported as unwanted',
}

/** Read by the person and, the same, by staff. The day as `March 3, 2026`. */
export const leftSentence = (day: string, source: LeavingSource): string =>
  `You left the list on ${day} ${leftBy[source]}.`

/** An entry of the ledger in the staff's words. */
export const consentCopy = {
  title: 'What they agreed to',
  none: 'Nothing is noted yet; what their records say applies.',
  at: 'When',
  verdict: 'Verdict',
  source: 'By',
  wording: 'Wording',
  kinds: { email: 'Email', calls: 'Calls' },
  verdicts: { yes: 'yes', no: 'no' },
  notCounted: 'address not confirmed or no longer theirs, not counted',
  sources: {
    form: 'the list’s form',
    account: 'the account',
    link: 'the link in an email',
    'one-click': 'the mail program’s button',
    staff: 'staff',
    import: 'the earlier site',
    complaint: 'a complaint',
  } satisfies Record<ConsentSource, string>,
  reads: 'What they read',
} as const

/** Where a subscriber's record comes from: a page of ours, or what it was made by. */
export const sourceInWords = (source: string): string =>
  Object.hasOwn(consentCopy.sources, source) ? consentCopy.sources[source as ConsentSource] : source
