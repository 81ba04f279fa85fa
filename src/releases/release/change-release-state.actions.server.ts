import { z } from 'zod'

import { mayBecome } from '#catalogue/on-sale/release.rules.ts'
import { lockWines } from '#catalogue/wines/products.store.server.ts'
import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { askApproval } from '#orders/approvals/approvals.actions.server.ts'
import { chosen, text, wholeNumber } from '#platform/action/form-fields.ts'
import { codeDue, notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'

import {
  endPromises,
  lockAllocations,
  startPromises,
} from '../allocations/promises.store.server.ts'
import { computeCheck, outsideFacts } from '../check/check-release.actions.server.ts'
import { redOf, yellowOf } from '../check/release-check.rules.ts'
import { releaseSubject } from '../log.copy.ts'
import { releaseCheckCopy, releaseFormCopy as copy } from './admin-releases.copy.ts'
import { campaignOf } from './release-campaign.store.server.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'
import {
  isBought,
  lockStaffRelease,
  raiseVersion,
  staffReleaseById,
} from './staff-releases.store.server.ts'

/** Which release, as the form saw it. */
export const seenRelease = { id: text(), version: wholeNumber() }

export const wrongState = () => refuse('The release is in another state now.')

/** Locks a release of that version, in a state that may change as wanted. Throws the refusal. */
export async function lockRelease(
  tx: Transaction,
  { id, version }: { id: string; version: number },
  to?: 'draft' | 'scheduled' | 'paused' | 'ended',
): Promise<StaffRelease> {
  const release = await lockStaffRelease(tx, id)
  if (!release) throw notThere()
  if (to && !mayBecome(release.state, to)) throw wrongState()
  if (release.version !== version) throw refuse(copy.errors['saved-elsewhere'])
  return release
}

const subjectOf = ({ id, fields }: StaffRelease) => releaseSubject(id, fields.name)

/**
 * Schedules a draft, if no line of its check is red and each yellow one was accepted. From then on it
 * controls the sale of its wines, and a guaranteed one promises its allocations.
 */
export const scheduleRelease = staffWork({
  needs: 'manage-releases',
  log: 'release-scheduled',
  form: z.object({ ...seenRelease, accepted: chosen() }),
  async run({ services, audit }, { accepted, ...seen }) {
    const outside = await outsideFacts(services)
    await services.db.transaction(async (tx) => {
      const { state, wines } = await lockRelease(tx, seen, 'scheduled')
      if (state !== 'draft') throw wrongState()
      // Allocations before wines, as purchases lock them.
      await lockAllocations(tx, seen.id)
      // Locked before the sums are read, so that nothing is held, sold or promised meanwhile.
      const units = wines.map((wine) => ({ productId: wine.id, quantity: 1 }))
      await lockWines(tx, [...units, ...units])
      const release = (await staffReleaseById(tx, seen.id))!
      const lines = await computeCheck(services, tx, release, outside)
      // Red lines, and yellow ones that were not accepted.
      const open = [...redOf(lines), ...yellowOf(lines).filter((line) => !accepted.includes(line))]
      if (open.length > 0) {
        const names = open.map((line) => releaseCheckCopy.labels[line]).join(', ')
        throw refuse(`Not scheduled. Still open: ${names}.`)
      }
      await raiseVersion(tx, seen.id, { state: 'scheduled' })
      if (release.fields.promise === 'guaranteed') await startPromises(tx, seen.id)
      await audit(tx, subjectOf(release), { before: { state }, after: { state: 'scheduled' } })
    })
  },
  say: () => 'The release is scheduled.',
})

/**
 * Takes a scheduled release back to draft before it opens, if no rehearsal bought of it and no email about it
 * is on its way. What it promised is free again.
 */
export const unscheduleRelease = staffAction({
  needs: 'manage-releases',
  log: 'release-unscheduled',
  form: z.object(seenRelease),
  async run({ tx, audit }, seen) {
    const release = await lockRelease(tx, seen, 'draft')
    if (release.phase !== 'before') return wrongState()
    // Allocations before wines, as purchases lock them.
    await lockAllocations(tx, seen.id)
    if (await isBought(tx, seen.id)) {
      return refuse(
        'Some of its wine is bought or in payment. Refund the rehearsals under Check first.',
      )
    }
    const campaign = await campaignOf(tx, seen.id, ['scheduled', 'sending'])
    if (campaign) {
      return refuse(`The campaign “${campaign.name}” is about to tell people of it. Stop it first.`)
    }
    await raiseVersion(tx, seen.id, { state: 'draft' })
    await endPromises(tx)
    audit(subjectOf(release), { before: { state: release.state }, after: { state: 'draft' } })
    return {}
  },
  say: () => 'The release is a draft again.',
})

/** Stops new checkouts of a release in all channels, with the reason customers read. */
export const pauseRelease = staffAction({
  needs: 'manage-releases',
  log: 'release-paused',
  form: z.object({ ...seenRelease, reason: text().transform((typed) => typed.slice(0, 1_000)) }),
  async run({ tx, audit }, { reason, ...seen }) {
    const release = await lockRelease(tx, seen, 'paused')
    await raiseVersion(tx, seen.id, { state: 'paused', pauseReason: reason })
    audit(subjectOf(release), {
      before: { state: release.state },
      after: { state: 'paused', reason },
    })
  },
  say: () => 'The release is paused.',
})

/** Resumes a paused release, which follows its hours again. */
export const resumeRelease = staffAction({
  needs: 'manage-releases',
  log: 'release-resumed',
  form: z.object(seenRelease),
  async run({ tx, audit }, seen) {
    const release = await lockRelease(tx, seen, 'scheduled')
    const { state } = release
    if (state !== 'paused') return wrongState()
    await raiseVersion(tx, seen.id, { state: 'scheduled', pauseReason: '' })
    audit(subjectOf(release), { before: { state }, after: { state: 'scheduled' } })
    return {}
  },
  say: () => 'The release has resumed.',
})

/**
 * Ends a release and its promises early, if its name was typed. Where ending needs approval, the end is
 * requested instead, with a fresh code of the second factor.
 */
export const endRelease = staffAction({
  needs: 'manage-releases',
  log: 'release-ended',
  form: z.object({ ...seenRelease, name: text() }),
  async run({ tx, viewer, audit, unchanged }, { name, ...seen }) {
    const release = await lockRelease(tx, seen, 'ended')
    const { id, fields, state } = release
    if (name !== fields.name) {
      return refuse('That is not the name of this release.', { field: 'name' })
    }
    if (state !== 'draft' && (await approvalRulesNow(tx)).endsRelease) {
      if (viewer.isCodeStale) return codeDue()
      const asked = { kind: 'end-release', subject: id, detail: fields.name } as const
      const rest = { number: null, amountCents: null, wish: {}, requestKey: null }
      // It has an entry of its own in the log.
      await askApproval(tx, viewer, { ...asked, ...rest }, { state: 'ended' })
      unchanged()
      return { isWaiting: true }
    }
    await raiseVersion(tx, id, { state: 'ended' })
    audit(subjectOf(release), { before: { state }, after: { state: 'ended' } })
    return { isWaiting: false }
  },
  // Frees promised stock at once; after a crash before this the job of each minute does.
  async afterwards({ db }, { isWaiting }) {
    if (!isWaiting) await endPromises(db)
  },
  say: ({ isWaiting }) => (isWaiting ? approvalCopy.endAsked : copy.done.ended),
})
