import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { lockWines } from '#catalogue/wines/products.store.server.ts'
import {
  endPromises,
  lockAllocations,
  startPromises,
} from '../allocations/promises.store.server.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'
import { lockStaffRelease, raiseVersion, staffReleaseById } from './staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { CheckId } from '../check/release-check.rules.ts'
import { redOf, yellowOf } from '../check/release-check.rules.ts'
import { mayBecome } from '#catalogue/on-sale/release.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { askApproval } from '#orders/approvals/approvals.actions.server.ts'

import { computeCheck, outsideFacts } from '../check/check-release.actions.server.ts'

type NotChanged = { ok: false; reason: 'not-staff' | 'gone' | 'saved-elsewhere' | 'wrong-state' }

export type ScheduledRelease =
  | { ok: true }
  | NotChanged
  /** Red lines, or yellow ones that were not accepted. */
  | { ok: false; reason: 'check'; lines: CheckId[] }

type ChangedRelease = Outcome<'wrong-name'> | NotChanged

type Action = 'release-scheduled' | 'release-paused' | 'release-resumed'

const note = (
  tx: Transaction,
  viewer: Staff,
  { id, fields, state }: StaffRelease,
  action: Action,
  after: { state: string; reason?: string },
) =>
  writeAuditEntry(tx, viewer, action, releaseSubject(id, fields.name), { before: { state }, after })

/** Locks a release of that version in a state that may change as wanted, or says why not. */
async function lockFor(
  tx: Transaction,
  id: string,
  { version, to }: { version: number; to: 'scheduled' | 'paused' | 'ended' },
): Promise<{ release: StaffRelease } | NotChanged> {
  const release = await lockStaffRelease(tx, id)
  if (!release) return { ok: false, reason: 'gone' }
  if (!mayBecome(release.state, to)) return { ok: false, reason: 'wrong-state' }
  if (release.version !== version) return { ok: false, reason: 'saved-elsewhere' }
  return { release }
}

/**
 * Schedules a draft, if no line of its check is red and each yellow one was accepted. From then on it
 * controls the sale of its wines, and a guaranteed one promises its allocations. Only for staff.
 */
export async function scheduleRelease(
  services: Services,
  viewer: Staff,
  id: string,
  { version, accepted }: { version: number; accepted: readonly string[] },
): Promise<ScheduledRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const outside = await outsideFacts(services)
  return services.db.transaction(async (tx): Promise<ScheduledRelease> => {
    const locked = await lockFor(tx, id, { version, to: 'scheduled' })
    if (!('release' in locked)) return locked
    if (locked.release.state !== 'draft') return { ok: false, reason: 'wrong-state' }
    // Allocations before wines, as purchases lock them.
    await lockAllocations(tx, id)
    // Locked before the sums are read, so that nothing is held, sold or promised meanwhile.
    const units = locked.release.wines.map((wine) => ({ productId: wine.id, quantity: 1 }))
    await lockWines(tx, [...units, ...units])
    const release = (await staffReleaseById(tx, id))!
    const lines = await computeCheck(services, tx, release, outside)
    const refused = [...redOf(lines), ...yellowOf(lines).filter((line) => !accepted.includes(line))]
    if (refused.length > 0) return { ok: false, reason: 'check', lines: refused }
    await raiseVersion(tx, id, { state: 'scheduled' })
    if (release.fields.promise === 'guaranteed') await startPromises(tx, id)
    await note(tx, viewer, release, 'release-scheduled', { state: 'scheduled' })
    return { ok: true }
  })
}

/**
 * Stops new checkouts of a release in all channels, with the reason customers read. Only for staff.
 */
export async function pauseRelease(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<ChangedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<ChangedRelease> => {
    const locked = await lockFor(tx, id, { version, to: 'paused' })
    if (!('release' in locked)) return locked
    const pauseReason = reason.trim().slice(0, 1_000)
    await raiseVersion(tx, id, { state: 'paused', pauseReason })
    await note(tx, viewer, locked.release, 'release-paused', {
      state: 'paused',
      reason: pauseReason,
    })
    return { ok: true }
  })
}

/** Resumes a paused release, which follows its hours again. Only for staff. */
export async function resumeRelease(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
): Promise<ChangedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<ChangedRelease> => {
    const locked = await lockFor(tx, id, { version, to: 'scheduled' })
    if (!('release' in locked)) return locked
    if (locked.release.state !== 'paused') return { ok: false, reason: 'wrong-state' }
    await raiseVersion(tx, id, { state: 'scheduled', pauseReason: '' })
    await note(tx, viewer, locked.release, 'release-resumed', { state: 'scheduled' })
    return { ok: true }
  })
}

export type EndedRelease = { ok: true; isWaiting?: true } | NotEnded
type NotEnded = Exclude<ChangedRelease, { ok: true }> | { ok: false; reason: 'code-due' }

/**
 * Ends a release and its promises early, if its name was typed. Where ending needs approval, the end is
 * requested instead (`isWaiting`). Only for staff.
 */
export async function endRelease(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, name }: { version: number; name: string },
): Promise<EndedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const ended = await db.transaction(async (tx): Promise<EndedRelease> => {
    const locked = await lockFor(tx, id, { version, to: 'ended' })
    if (!('release' in locked)) return locked
    const { release } = locked
    if (name.trim() !== release.fields.name) return { ok: false, reason: 'wrong-name' }
    if (release.state !== 'draft' && (await approvalRulesNow(tx)).endsRelease) {
      if (viewer.isCodeStale) return { ok: false, reason: 'code-due' }
      const asked = { kind: 'end-release', subject: id, detail: release.fields.name } as const
      const rest = { number: null, amountCents: null, wish: {}, requestKey: null }
      await askApproval(tx, viewer, { ...asked, ...rest }, { state: 'ended' })
      return { ok: true, isWaiting: true }
    }
    await writeEnd(tx, release, viewer)
    return { ok: true }
  })
  // Frees promised stock at once; after a crash here the job of each minute does.
  if (ended.ok && !ended.isWaiting) await endPromises(db)
  return ended
}

/** Ends a locked release, with the audit log entry; `by` requested it. */
export async function writeEnd(
  tx: Transaction,
  { id, fields, state }: StaffRelease,
  by: Actor,
  approvedBy?: string,
): Promise<void> {
  await raiseVersion(tx, id, { state: 'ended' })
  await writeAuditEntry(tx, by, 'release-ended', releaseSubject(id, fields.name), {
    before: { state },
    after: { state: 'ended', ...(approvedBy && { approvedBy }) },
  })
}
