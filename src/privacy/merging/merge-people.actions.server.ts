import { z } from 'zod'

import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'
import { carryNo } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
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
import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { checked, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import type { Working } from '#platform/action/staff-action.server.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { MergedPair, MovedByMerge } from '#platform/module/personal-data.ts'
import type { Services } from '#platform/services/services.ts'

import { userSubject } from '../log.copy.ts'
import type { MergeChoices, MergePart } from './merge.rules.ts'
import {
  mergedFields,
  mergePartNames,
  mergeUndoDays,
  undoGraceMillis,
  whyNotMerge,
} from './merge.rules.ts'
import { mergeCopy } from './merges.copy.ts'
import {
  insertMerge,
  lockBoth,
  mergeByKey,
  movePaymentCustomer,
  softDeleteMerged,
} from './merges.store.server.ts'

/** Which of the two accounts each part of the profile that differs is taken from. */
const choices = Object.fromEntries(
  mergePartNames.map((part) => [part, z.enum(['into', 'from']).default('into')]),
) as Record<MergePart, z.ZodDefault<z.ZodEnum<{ into: 'into'; from: 'from' }>>>

/** Both accounts as they were shown, and whether two allocations are added instead of keeping the larger. */
const mergeForm = z
  .object({
    id: text(),
    from: text(),
    intoVersion: wholeNumber(),
    fromVersion: wholeNumber(),
    sum: checked(),
    ...choices,
  })
  .transform(({ id, from, intoVersion, fromVersion, sum, ...parts }) => ({
    into: { id, version: intoVersion },
    from: { id: from, version: fromVersion },
    sum,
    choices: parts as MergeChoices,
  }))

type MergeForm = z.output<typeof mergeForm>

const isGone = 'One of the accounts is gone, or was merged in the meantime.'
const providerAway =
  'A payment page of theirs is open and could not be closed. Nothing was merged; please try again in a few minutes.'

/** Attempts, as a user may open payment pages in another window meanwhile. */
const rounds = 3

/**
 * Merges an account into another: the chosen parts of its profile, its orders, requests and allocations
 * move; its address becomes a second address, which signs in by link only. Withdrawn consent holds for
 * both addresses. Open payment pages are closed first, outside the transaction. The emptied account is
 * kept for the undo. Not for accounts of staff.
 */
export const mergePeople = staffWork({
  needs: 'edit-users',
  fresh: true,
  log: 'people-merged',
  form: mergeForm,
  async run(working, asked) {
    const { services, formKey, unchanged } = working
    const { db } = services
    const ids = [asked.into.id, asked.from.id]
    const done = { to: paths.person(asked.into.id) }
    if (ids[0] === ids[1]) return refuse(mergeCopy.self)
    if (await mergeByKey(db, formKey)) {
      unchanged()
      return done
    }
    const [into, from] = await Promise.all(ids.map((id) => staffUserById(db, id)))
    if (!into || !from) return refuse(isGone)
    const whyNot = whyNotMerge(into.facts, from.facts)
    if (whyNot) return refuse(mergeCopy[whyNot])
    for (let round = 0; round < rounds; round++) {
      for (const id of ids) {
        if (!(await endOpenCheckouts(services, id))) return refuse(providerAway)
      }
      const outcome = await db.transaction((tx) => mergeIn(tx, working, asked))
      if (outcome === 'merged') return done
      if (outcome !== 'open-page') return refuse(outcome)
    }
    return refuse(providerAway)
  },
  say: ({ to }) => ({ sentence: 'The accounts are merged. Both addresses are told.', to }),
})

/** Anything but the two words says why they stay two. */
async function mergeIn(
  tx: Transaction,
  { services, viewer, formKey, audit, unchanged }: Working,
  form: MergeForm,
): Promise<'merged' | 'open-page' | (string & {})> {
  const { clock } = services
  const [intoRow, fromRow] = await lockBoth(tx, form.into.id, form.from.id)
  if (await mergeByKey(tx, formKey)) {
    unchanged()
    return 'merged'
  }
  if (!intoRow || !fromRow) return isGone
  const whyNot = whyNotMerge(intoRow, fromRow)
  if (whyNot) return mergeCopy[whyNot]
  const isAsShown = intoRow.version === form.into.version && fromRow.version === form.from.version
  if (!isAsShown) return 'One of the accounts was changed in the meantime. Please look again.'
  const open = [
    ...(await openCheckoutsOf(tx, intoRow.id)),
    ...(await openCheckoutsOf(tx, fromRow.id)),
  ]
  if (open.length > 0) return 'open-page'

  const into = (await lockUserForStaff(tx, intoRow.id))!
  const from = (await lockUserForStaff(tx, fromRow.id))!
  // The later withdrawal of consent holds for both addresses; consent is never transferred.
  const act = { source: 'staff', wording: consentWordings.merged, by: viewer.email } as const
  await carryNo(services, tx, intoRow.email, fromRow.email, act)
  await carryNo(services, tx, fromRow.email, intoRow.email, act)
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
    requestKey: formKey,
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
  await audit(tx, userSubject(into.id, into), {
    before: { account: from.id },
    after: { ...moved, sum: form.sum },
  })
  return 'merged'
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
