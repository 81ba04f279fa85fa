import { endSuppressions, suppress } from '#mail/suppressions.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { activateAccount, inactivateAccount } from '../users/accounts.store.server.ts'
import { consentWordings } from './consent.copy.ts'
import type { ConsentSource, LeavingSource } from './consent.rules.ts'
import { carriesRefusalOver, verdictOf, whyNotWriteTo } from './consent.rules.ts'
import {
  consentsOf,
  latestEmailConsent,
  moveConsents,
  writeConsent,
} from './consents.store.server.ts'
import { moveDataRequests } from './data-requests.store.server.ts'
import type { AddressFacts } from './email-permission.store.server.ts'
import { addressFacts } from './email-permission.store.server.ts'
import { joinListRecord, leaveList, putOnList } from './mailing-list.store.server.ts'
import { deletePendingConsents } from './pending-consents.store.server.ts'
import { otherAddressesOf, ownerOfSecondAddress } from './second-addresses.store.server.ts'

/** Where and how consent was given or withdrawn. */
export type ConsentAct = {
  source: ConsentSource
  wording: string
  page?: string
  by?: string | null
  /** The client's IP address, if there was a request. */
  address?: string
}

type Hashes = Pick<Services, 'hashes'>

export const factsOf = ({ hashes }: Hashes, db: Queryable, email: string): Promise<AddressFacts> =>
  addressFacts(db, email, hashes.ofEmail(email))

/**
 * Withdraws consent for an address and for the other addresses of a merged account, as it is a person's.
 * True when one of them had consent.
 */
export async function recordNo(
  services: Hashes,
  tx: Transaction,
  email: string,
  act: ConsentAct,
  how: { keepsSubscription?: boolean; always?: boolean } = {},
): Promise<boolean> {
  const isNews = await recordNoOf(services, tx, email, act, how)
  for (const other of await otherAddressesOf(tx, email)) {
    // Recorded for each, also where nothing ends: a merge can be undone.
    await recordNoOf(services, tx, other, act, { ...how, always: how.always || isNews })
  }
  return isNews
}

/**
 * Withdraws consent everywhere: the list, the account (unless `keepsSubscription`, as when only the
 * contact preference was turned off), the ledger, suppressions and pending confirmation links. Rows are
 * locked in the order account, list record. False, and no entry, when there was no consent.
 */
async function recordNoOf(
  { hashes }: Hashes,
  tx: Transaction,
  email: string,
  { address, ...act }: ConsentAct,
  { keepsSubscription = false, always = false } = {},
): Promise<boolean> {
  const wasActive = !keepsSubscription && (await inactivateAccount(tx, email))
  const wasListed = await leaveList(tx, email)
  await deletePendingConsents(tx, email)
  const isNews = always || wasActive || wasListed
  if (!isNews && (await latestEmailConsent(tx, email))?.verdict !== 'yes') return false
  const entry = { email, kind: 'email', verdict: 'no', ...act } as const
  await writeConsent(tx, entry, address && hashes.ofNetwork(address))
  await suppress(tx, hashes.ofEmail(email), [act.source === 'complaint' ? 'complaint' : 'left'])
  return true
}

/** Withdrawals by a person; a rejection by their mail server is none. */
const ownNo: readonly string[] = ['left', 'no-consent', 'inactive', 'complaint']

/**
 * Withdraws consent for another address of the same person, whose last word by this one was no, unless the other
 * agreed later. A no from before the list, as of an imported record, ends nothing where there is no consent.
 */
export async function carryNo(
  services: Hashes,
  tx: Transaction,
  from: string,
  to: string,
  act: ConsentAct,
): Promise<void> {
  const [said, other] = [
    await latestVerdictOf(services, tx, from),
    await latestVerdictOf(services, tx, to),
  ]
  if (said.why === 'no-consent' && !other.hasConsent) return
  if (carriesRefusalOver(said, other)) await recordNo(services, tx, to, act)
}

async function latestVerdictOf(services: Hashes, tx: Transaction, email: string) {
  const facts = await factsOf(services, tx, email)
  // An address that rejects what is sent to it may be that of a person who said no.
  const suppressions = facts.suppressions.filter((one) => ownNo.includes(one))
  const why = whyNotWriteTo({ ...facts, suppressions })
  const hasConsent = facts.latest === 'yes' || verdictOf(facts.fields) === 'yes'
  const isRefusal = why !== null && ownNo.includes(why)
  const verdict = isRefusal ? 'no' : 'yes'
  const said = (await consentsOf(tx, email)).find(
    (entry) => entry.kind === 'email' && entry.counts && entry.verdict === verdict,
  )
  return { why, hasConsent, isRefusal, at: said?.at ?? null }
}

/**
 * Records a person's own consent everywhere: the account, the list, the ledger; suppressions end. With
 * `listName` an address without a list record gets one. Call it only for the owner of the address:
 * signed in to its confirmed account, or by a link sent to it.
 */
export async function recordYes(
  { hashes }: Hashes,
  tx: Transaction,
  email: string,
  { address, ...act }: ConsentAct,
  { listName = null as string | null } = {},
): Promise<void> {
  await activateAccount(tx, email)
  const consent = { consentSource: act.page || act.source, consentWording: act.wording }
  await putOnList(tx, email, consent, listName)
  await endSuppressions(tx, hashes.ofEmail(email))
  const entry = { email, kind: 'email', verdict: 'yes', ...act } as const
  await writeConsent(tx, entry, address && hashes.ofNetwork(address))
}

/**
 * What belongs to an address joins the account that has just confirmed it: its list record, and what other
 * modules have of it, such as guest orders. Consent that record or account withdrew is withdrawn for both.
 */
export async function joinConfirmed(
  services: Pick<Services, 'hashes' | 'personalData'>,
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  for (const { confirmAddress } of services.personalData) await confirmAddress?.(tx, id)
  await joinListRecord(tx, id)
  const facts = await factsOf(services, tx, email)
  const { list, account } = facts.fields
  const isRefusal =
    list?.hasLeft ||
    account?.subscription === 'inactive' ||
    (await leftOf(tx, email)) !== null ||
    facts.suppressions.some((reason) => reason !== 'rejected')
  const act = { source: 'account', wording: consentWordings.confirmedInactive } as const
  if (isRefusal) {
    const isPlainAccount = !list && account?.subscription !== 'inactive' && !account?.byEmail
    if (!isPlainAccount) await recordNo(services, tx, email, act)
  } else if (facts.latest === null && !list && verdictOf(facts.fields) === 'yes') {
    const wording = consentWordings.confirmedAccount
    await writeConsent(tx, { email, kind: 'email', verdict: 'yes', source: 'account', wording })
  }
}

/**
 * Records in the ledger that consent ended because the record or account of an address is gone or has
 * another address now. Nothing is recorded while another one still consents.
 */
export async function settleLedger(
  services: Hashes,
  tx: Transaction,
  email: string,
  act: ConsentAct,
): Promise<void> {
  const facts = await factsOf(services, tx, email)
  if (facts.latest !== 'yes' || verdictOf(facts.fields) === 'yes') return
  await writeConsent(tx, { email, kind: 'email', verdict: 'no', ...act })
}

/**
 * Ends consent for an address whose account or list record has another one now. Where it is known to have
 * been theirs, and nobody else has it, what is kept about it goes along, so that an erasure finds it.
 */
export async function leaveAddress(
  services: Pick<Services, 'hashes' | 'personalData'>,
  tx: Transaction,
  { from, to, isConfirmed }: { from: string; to: string; isConfirmed: boolean },
  act: ConsentAct,
): Promise<void> {
  const { userId, subscriberId, latest } = await factsOf(services, tx, from)
  const isKept = userId || subscriberId || (await ownerOfSecondAddress(tx, from))
  if (isKept || !isConfirmed) return settleLedger(services, tx, from, act)
  if (latest !== null) await suppress(tx, services.hashes.ofEmail(from), ['left'])
  await moveConsents(tx, from, to)
  await moveDataRequests(tx, from, to)
  for (const { moveAddress } of services.personalData) await moveAddress?.(tx, from, to)
}

/**
 * Withdraws consent of the account that has the address of an erased list record: its contact preference
 * alone must not bring the emails back. Nothing is written when the address joined the list again. Call
 * it after the list record was deleted, with the account locked before that.
 */
export async function recordNoOfErased(
  services: Hashes,
  tx: Transaction,
  email: string,
  act: ConsentAct,
): Promise<void> {
  const { subscriberId, userId } = await factsOf(services, tx, email)
  if (userId && !subscriberId) await recordNo(services, tx, email, act)
}

/** When and how consent was withdrawn. */
export type Left = { at: Date; source: LeavingSource }

/**
 * When and how consent for an address was withdrawn; null while there is consent, or no entry. Who was
 * imported without consent has left nothing.
 */
export async function leftOf(db: Queryable, email: string): Promise<Left | null> {
  const latest = await latestEmailConsent(db, email)
  if (latest?.verdict !== 'no' || latest.source === 'import') return null
  return { at: latest.at, source: latest.source }
}
