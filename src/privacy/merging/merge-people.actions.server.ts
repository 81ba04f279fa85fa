import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import {
  insertMerge,
  lockBoth,
  mergeByKey,
  movePaymentCustomer,
  softDeleteMerged,
} from './merges.store.server.ts'
import {
  insertSecondAddress,
  lockAddresses,
  moveSecondAddresses,
} from '#accounts/consent/second-addresses.store.server.ts'
import {
  lockUserForStaff,
  staffUserById,
  writeStaffUser,
} from '#accounts/users/staff-users.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { MergedPair, MovedByMerge } from '#platform/module/personal-data.ts'
import { mayWithFreshCode } from '#platform/access/access.rules.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import type { LatestVerdict, MergeChoices } from './merge.rules.ts'
import { mergedFields, mergeUndoDays, carriesRefusalOver, undoGraceMillis } from './merge.rules.ts'

import { userSubject } from '../log.copy.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import { factsOf, recordNo } from '#accounts/consent/consent.actions.server.ts'
import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'

export type WhyNotMerge =
  | 'not-staff'
  | 'gone'
  | 'self'
  /** One of the two is staff. */
  | 'staff'
  /** One of the addresses is not confirmed. */
  | 'unconfirmed'
  | 'saved-elsewhere'
  | 'provider-away'

export type MergeForm = {
  /** Idempotency key. */
  key: string
  /** The account that stays, and the one that is merged into it, as they were shown. */
  into: { id: string; version: number }
  from: { id: string; version: number }
  choices: MergeChoices
  /** Whether two allocations are added, instead of keeping the larger. */
  sum: boolean
}

export type Merged = Outcome<WhyNotMerge>

/** Attempts, as a user may open payment pages in another window meanwhile. */
const rounds = 3

/**
 * Merges an account into another: the chosen parts of its profile, its orders, requests and allocations
 * move; its address becomes a second address, which signs in by link only. Withdrawn consent holds for
 * both addresses. Open payment pages are closed first, outside the transaction. The emptied account is
 * kept for the undo. Not for accounts of staff. Only for staff.
 */
export async function mergePeople(
  services: Services,
  viewer: Staff,
  form: MergeForm,
): Promise<Merged> {
  if (!mayWithFreshCode(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const ids = [form.into.id, form.from.id]
  if (ids[0] === ids[1]) return { ok: false, reason: 'self' }
  if (await mergeByKey(db, form.key)) return { ok: true }
  const [into, from] = await Promise.all(ids.map((id) => staffUserById(db, id)))
  if (!into || !from) return { ok: false, reason: 'gone' }
  if (into.facts.role === 'staff' || from.facts.role === 'staff') {
    return { ok: false, reason: 'staff' }
  }
  for (let round = 0; round < rounds; round++) {
    for (const id of ids) {
      if (!(await endOpenCheckouts(services, id))) return { ok: false, reason: 'provider-away' }
    }
    const outcome = await db.transaction((tx) => mergeIn(services, tx, viewer, form))
    if (outcome !== 'open-page') return outcome
  }
  return { ok: false, reason: 'provider-away' }
}

async function mergeIn(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  form: MergeForm,
): Promise<Merged | 'open-page'> {
  const { clock } = services
  const [intoRow, fromRow] = await lockBoth(tx, form.into.id, form.from.id)
  if (await mergeByKey(tx, form.key)) return { ok: true }
  if (!intoRow || !fromRow) return { ok: false, reason: 'gone' }
  const why = whyNotMerge(intoRow, fromRow, form)
  if (why) return { ok: false, reason: why }
  const open = [
    ...(await openCheckoutsOf(tx, intoRow.id)),
    ...(await openCheckoutsOf(tx, fromRow.id)),
  ]
  if (open.length > 0) return 'open-page'

  const into = (await lockUserForStaff(tx, intoRow.id))!
  const from = (await lockUserForStaff(tx, fromRow.id))!
  await moveRefusal(services, tx, viewer, intoRow.email, fromRow.email)
  const pair = { from: fromRow.id, into: intoRow.id }
  const belongings = await moveBelongings(services, tx, pair, form)
  await lockAddresses(tx)
  const undoUntil = new Date(clock().getTime() + mergeUndoDays * 24 * 60 * 60_000)
  const eraseAt = new Date(undoUntil.getTime() + undoGraceMillis)
  await softDeleteMerged(tx, fromRow.id, eraseAt)
  const secondAddresses = await moveSecondAddresses(tx, pair)
  await insertSecondAddress(tx, { email: fromRow.email, userId: intoRow.id })
  const customer = await movePaymentCustomer(tx, pair)
  const fields = mergedFields(into.fields, from.fields, form.choices)
  const merged = await writeStaffUser(tx, into.id, fields, {
    isNewEmail: false,
    byEmailOfStaff: null,
  })

  const moved = {
    orders: belongings.orders.length,
    requests: belongings.requests.length,
    allocations: belongings.allocations.length + belongings.joined.length,
  }
  await insertMerge(tx, {
    requestKey: form.key,
    fromUser: from.id,
    intoUser: into.id,
    by: viewer.email,
    moved,
    restore: {
      fields: { before: into.fields, merged: merged.fields },
      customer,
      email: fromRow.email,
      secondAddresses,
      belongings,
    },
    undoUntil,
  })
  const props = {
    firstName: merged.fields.firstname,
    email: intoRow.email,
    second: fromRow.email,
    undoUntil: undoUntil.toISOString(),
    isUndone: false,
  }
  await queueMail(tx, 'accounts-merged', [intoRow.email, fromRow.email], props)
  if (merged.facts.stripeCustomerId !== 'none') {
    await queueCustomerSync(tx, into.id)
  }
  await queueJob(tx, 'erase-deleted-users', {}, undefined, eraseAt)
  await writeAuditEntry(tx, viewer, 'people-merged', userSubject(into.id, into), {
    before: { account: from.id },
    after: { ...moved, sum: form.sum },
  })
  return { ok: true }
}

function whyNotMerge(into: User, from: User, form: MergeForm): WhyNotMerge | null {
  if (into.role === 'staff' || from.role === 'staff') return 'staff'
  if (!into.emailVerified || !from.emailVerified) return 'unconfirmed'
  const isAsShown = into.version === form.into.version && from.version === form.from.version
  return isAsShown ? null : 'saved-elsewhere'
}

/** Moves the rows of every module. Both carts are locked, and no checkout is open. */
async function moveBelongings(
  { personalData }: Services,
  tx: Transaction,
  pair: MergedPair,
  { sum }: MergeForm,
): Promise<MovedByMerge> {
  const moved = {}
  for (const { merge } of personalData) Object.assign(moved, await merge?.(tx, pair, { sum }))
  return moved as MovedByMerge
}

/** The later withdrawal of consent holds for both addresses; consent is never transferred. */
async function moveRefusal(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  one: string,
  other: string,
): Promise<void> {
  const [first, second] = [
    await latestVerdictOf(services, tx, one),
    await latestVerdictOf(services, tx, other),
  ]
  const act = { source: 'staff', wording: consentWordings.merged, by: viewer.email } as const
  if (carriesRefusalOver(second, first)) await recordNo(services, tx, one, act)
  if (carriesRefusalOver(first, second)) await recordNo(services, tx, other, act)
}

/** Withdrawals by a person; a rejection by their mail server is none. */
const ownNo: readonly string[] = ['left', 'inactive', 'complaint']

async function latestVerdictOf(
  services: Services,
  tx: Transaction,
  email: string,
): Promise<LatestVerdict> {
  const why = whyNotWriteTo(await factsOf(services, tx, email))
  const isRefusal = why !== null && ownNo.includes(why)
  const verdict = isRefusal ? 'no' : 'yes'
  const said = (await consentsOf(tx, email)).find(
    (entry) => entry.kind === 'email' && entry.counts && entry.verdict === verdict,
  )
  return { isRefusal, at: said?.at ?? null }
}
