import type { SuppressionReason } from '#mail/suppression.rules.ts'
import type { Subscription } from '../account/account.rules.ts'

export const consentKinds = ['email', 'calls'] as const
export type ConsentKind = (typeof consentKinds)[number]

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

/** Today's fields of one address: its list record, and its account once the address is confirmed. */
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
 * Whether the mailing list writes to an account, and what is missing: its confirmed address, or Email
 * under "Contact me by".
 */
export type EmailsToAccount = 'sent' | 'unconfirmed' | 'unchecked' | 'none'

export type WhyNotWrite = SuppressionReason | 'inactive' | 'never-agreed'

/** Why the fields alone say no, or null when they say yes. A purchase is not a consent. */
export function whyFieldsSayNo({ list, account }: ConsentFields): WhyNotWrite | null {
  if (list && (list.hasLeft || !list.byEmail)) return 'left'
  if (account?.subscription === 'inactive') return 'inactive'
  if (list) return null
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

/**
 * The verdict that follows from all choices of an address after one of them changed; the ledger
 * records it beside the choice itself.
 */
export const verdictOf = (fields: ConsentFields): Verdict =>
  whyFieldsSayNo(fields) === null ? 'yes' : 'no'
