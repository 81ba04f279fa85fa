import type { SuppressionReason } from '#mail/suppression.rules.ts'

import type { Subscription } from '../account/account.rules.ts'
import type { ConsentKind } from './consent-kinds.rules.ts'

export const consentSources = [
  'form',
  'account',
  'link',
  'one-click',
  'staff',
  'import',
  'complaint',
] as const
export type ConsentSource = (typeof consentSources)[number]

/** How a person says no. */
export type LeavingSource = Exclude<ConsentSource, 'import'>

export type Verdict = 'yes' | 'no'

/** An entry of the consent ledger. */
export type Consent = {
  at: Date
  kind: ConsentKind
  verdict: Verdict
  source: ConsentSource
  /** The wording that was agreed to or refused. */
  wording: string
  page: string
  /** The staff member's email; null where the person acted themselves. */
  by: string | null
  /** False for an account whose address is not confirmed. */
  counts: boolean
}

/**
 * Today's fields of one address: its list record and its account. Of an account whose address is not
 * confirmed only an inactive subscription counts: a no needs no proof.
 */
export type ConsentFields = {
  list: { hasLeft: boolean; byEmail: boolean } | null
  account: { subscription: Subscription | null; byEmail: boolean; byEmailOfStaff: boolean } | null
}

/** The facts about an address. `latest` is its latest `email` verdict in the ledger. */
export type EmailPermissionFacts = {
  latest: Verdict | null
  suppressions: readonly SuppressionReason[]
  fields: ConsentFields
}

/**
 * Whether the mailing list writes to an account, and what is missing: its confirmed address, Email under
 * "Contact me by", or both. `listed`: written to as a subscriber of the list, without that check.
 * `none`: its owner has to say yes again.
 */
export type EmailsToAccount =
  | 'sent'
  | 'listed'
  | 'unconfirmed'
  | 'unconfirmed-unchecked'
  | 'unchecked'
  | 'rejected'
  | 'none'

/** `no-consent`: on the list without having agreed, as an imported record may be. */
export type WhyNotWrite = SuppressionReason | 'inactive' | 'no-consent' | 'never-agreed'

/** Why the fields alone say no, or null when they say yes. A purchase is not a consent. */
export function whyFieldsSayNo({ list, account }: ConsentFields): WhyNotWrite | null {
  if (list?.hasLeft) return 'left'
  if (account?.subscription === 'inactive') return 'inactive'
  if (list) return list.byEmail ? null : 'no-consent'
  return account?.byEmail && !account.byEmailOfStaff ? null : 'never-agreed'
}

/**
 * Why an address may get no mailing-list email, or null when it may: the latest verdict is yes and
 * nothing suppresses it. Fields that say no also count while the ledger says yes, as for a record
 * that is deleted and can still be restored. Receipts and answers are always sent.
 */
export function whyNotWriteTo(facts: EmailPermissionFacts): WhyNotWrite | null {
  const [suppressed] = facts.suppressions
  if (suppressed) return suppressed
  return whyFieldsSayNo(facts.fields) ?? (facts.latest === 'no' ? 'left' : null)
}

/** Whether anybody may join this address to the list: else its owner confirms it first. */
export const needsProof = (why: WhyNotWrite | null): boolean =>
  why !== null && why !== 'never-agreed'

/**
 * The verdict that follows from all choices of an address after one of them changed; the ledger
 * records it beside the choice itself.
 */
export const verdictOf = (fields: ConsentFields): Verdict =>
  whyFieldsSayNo(fields) === null ? 'yes' : 'no'

/** The latest verdict of an address about mailing-list emails, and when it was given. */
type LatestVerdict = { isRefusal: boolean; at: Date | null }

/**
 * Whether the refusal of one address also applies to the other: unless the other agreed later. A
 * refusal of unknown date counts as the latest.
 */
export const carriesRefusalOver = (no: LatestVerdict, other: LatestVerdict): boolean =>
  no.isRefusal && (no.at === null || other.isRefusal || other.at === null || other.at <= no.at)

/** How long the link of a confirmation email works, in hours. */
export const confirmationHours = 72
