import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import {
  confirmedAccount,
  emailOf,
  importAllocations,
  insertAllocation,
  lockAllocation,
  promiseMore,
  writeAllocation,
} from './staff-allocations.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { lockStaffRelease, staffReleaseById } from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { isUnits } from '#catalogue/on-sale/allocation.rules.ts'
import type { RefusedRow } from './allocation-file.rules.ts'
import { readAllocationFile } from './allocation-file.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type Refused = 'not-staff' | 'gone' | 'fixed' | 'not-units' | 'not-enough'

type NoWave = 'unknown-wave' | 'wave-fixed'

export type SavedAllocation =
  | Outcome<Refused | NoWave, { email: string; units: number }>
  | { ok: false; reason: 'below-taken'; taken: number }
  | { ok: false; reason: 'only-upwards'; units: number }
  /** Changed by another staff member: the current values, and who that was. */
  | ({ ok: false; reason: 'saved-elsewhere'; version: number; by: string } & AllocationEdit)

/** The parts of an allocation that staff can edit. */
type AllocationEdit = { units: number; waveId: string | null; note: string }

const changeOf = ({ state, fields }: StaffRelease, at: Date) =>
  mayChange('allocations', { state, ...fields }, at)

const keepsPromises = ({ state, fields }: StaffRelease): boolean =>
  fields.promise === 'guaranteed' && (state === 'scheduled' || state === 'paused')

/** Thrown to roll back the transaction: too little is free. */
class NotEnough extends Error {}

const unlessNotEnough = <T>(saving: Promise<T>) =>
  saving.catch((error: unknown) => {
    if (error instanceof NotEnough) return { ok: false, reason: 'not-enough' } as const
    throw error
  })

const note = (
  tx: Transaction,
  viewer: Staff,
  release: StaffRelease,
  change: { before: Record<string, unknown> | null; after: Record<string, unknown> },
) =>
  writeAuditEntry(
    tx,
    viewer,
    'allocation-updated',
    releaseSubject(release.id, release.fields.name),
    change,
  )

/**
 * Sets units, wave and note of one customer's allocation: never below what is held and bought, only
 * upwards and in its wave while the release is open, and only if it is unchanged since. What a
 * running promise gains is taken from the free pool. Only for staff.
 */
export async function saveAllocation(
  { db, clock }: Services,
  viewer: Staff,
  releaseId: string,
  { id, version, units, waveId, note: text }: { id: string; version: number } & AllocationEdit,
): Promise<SavedAllocation> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  if (!isUnits(units)) return { ok: false, reason: 'not-units' }
  const saving = db.transaction(async (tx): Promise<SavedAllocation> => {
    // Scheduling takes the same lock, so that promises change one at a time.
    const release = await lockStaffRelease(tx, releaseId)
    const before = release && (await lockAllocation(tx, releaseId, id))
    if (!release || !before) return { ok: false, reason: 'gone' }
    const change = changeOf(release, clock())
    if (!change) return { ok: false, reason: 'fixed' }
    if (before.version !== version) {
      const { version: now, changedBy: by } = before
      const theirs = { units: before.units, waveId: before.waveId, note: before.note }
      return { ok: false, reason: 'saved-elsewhere', version: now, by, ...theirs }
    }
    const taken = before.held + before.bought
    if (units < taken) return { ok: false, reason: 'below-taken', taken }
    if (change === 'raise' && units < before.units) {
      return { ok: false, reason: 'only-upwards', units: before.units }
    }
    if (waveId !== before.waveId) {
      if (change === 'raise' || before.origin === 'grant')
        return { ok: false, reason: 'wave-fixed' }
      const isKnown = waveId === null || release.fields.waves.some((wave) => wave.id === waveId)
      if (!isKnown) return { ok: false, reason: 'unknown-wave' }
    }
    const after = { units, waveId, note: text.trim().slice(0, 200) }
    const was = { units: before.units, waveId: before.waveId, note: before.note }
    const changes = changesBetween(was, after)
    const email = await emailOf(tx, before.userId)
    if (!changes) return { ok: true, email, units }
    // What staff have set stays when the rules are applied again.
    const isSetByHand =
      before.origin !== 'grant' && (units !== before.units || waveId !== before.waveId)
    await writeAllocation(
      tx,
      id,
      { ...after, ...(isSetByHand && { origin: 'manual' as const }) },
      viewer.email,
    )
    const more = before.isPromised ? units - before.units : 0
    if (!(await promiseMore(tx, before.productId, more))) throw new NotEnough()
    // By id only, as the log outlives accounts; the note is not logged.
    const subject = { user: before.userId, wine: before.productId }
    const waveName = (wave: string | null) =>
      release.fields.waves.find(({ id: each }) => each === wave)?.name ?? null
    await note(tx, viewer, release, {
      before: { ...subject, units: before.units, wave: waveName(before.waveId) },
      after: {
        ...subject,
        ...{ units, wave: waveName(waveId) },
        ...(after.note !== before.note && { noteChanged: true }),
      },
    })
    return { ok: true, email, units }
  })
  return unlessNotEnough(saving)
}

type AddedAllocation = Outcome<
  Refused | 'unknown-email' | 'unknown-wine' | 'unknown-wave' | 'exists',
  { email: string }
>

/** Allocates units of a wine to an account that has confirmed its email. Only for staff. */
export async function addAllocation(
  { db, clock }: Services,
  viewer: Staff,
  releaseId: string,
  wish: { email: string; productId: string; units: number; waveId: string | null },
): Promise<AddedAllocation> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const { productId, units, waveId } = wish
  if (!isUnits(units)) return { ok: false, reason: 'not-units' }
  const saving = db.transaction(async (tx): Promise<AddedAllocation> => {
    const release = await lockStaffRelease(tx, releaseId)
    if (!release) return { ok: false, reason: 'gone' }
    const isFixed = release.fields.kind !== 'allocated' || !changeOf(release, clock())
    if (isFixed) return { ok: false, reason: 'fixed' }
    if (!release.wines.some((wine) => wine.id === productId)) {
      return { ok: false, reason: 'unknown-wine' }
    }
    const isWave = waveId === null || release.fields.waves.some((wave) => wave.id === waveId)
    if (!isWave) return { ok: false, reason: 'unknown-wave' }
    const account = await confirmedAccount(tx, normalisedEmail(wish.email))
    if (!account) return { ok: false, reason: 'unknown-email' }
    const isPromised = keepsPromises(release)
    const id = await insertAllocation(tx, {
      ...{ releaseId, productId, waveId, units, isPromised },
      userId: account.id,
      origin: 'manual',
      changedBy: viewer.email,
    })
    if (!id) return { ok: false, reason: 'exists' }
    if (isPromised && !(await promiseMore(tx, productId, units))) throw new NotEnough()
    const after = { user: account.id, wine: productId, units }
    await note(tx, viewer, release, { before: null, after })
    return { ok: true, email: account.email }
  })
  return unlessNotEnough(saving)
}

type ImportedAllocations =
  | Outcome<Refused | 'too-large' | 'not-a-file' | 'empty', { rows: number }>
  | { ok: false; reason: 'rows'; refused: RefusedRow[] }

/** Writes a CSV file of allocations: all of its rows, or none. Only for staff. */
export async function importAllocationFile(
  { db, clock }: Services,
  viewer: Staff,
  releaseId: string,
  bytes: Uint8Array,
): Promise<ImportedAllocations> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const release = await staffReleaseById(db, releaseId)
  if (!release) return { ok: false, reason: 'gone' }
  const isFixed = release.fields.kind !== 'allocated' || !changeOf(release, clock())
  if (isFixed) return { ok: false, reason: 'fixed' }
  const read = readAllocationFile(bytes, { wines: release.wines, waves: release.fields.waves })
  if (!read.ok) return read
  const saving = db.transaction(async (tx): Promise<ImportedAllocations> => {
    const now = await lockStaffRelease(tx, releaseId)
    const changeNow = now && changeOf(now, clock())
    if (!changeNow) return { ok: false, reason: now ? 'fixed' : 'gone' }
    const { refused, isEnough, changed } = await importAllocations(tx, {
      releaseId,
      rows: read.rows,
      refused: read.refused,
      isPromised: keepsPromises(now),
      onlyUpwards: changeNow === 'raise',
      changedBy: viewer.email,
    })
    if (refused.length > 0) return { ok: false, reason: 'rows', refused }
    if (!isEnough) throw new NotEnough()
    // The same file again changes nothing and is not logged.
    if (changed === 0) return { ok: true, rows: read.rows.length }
    await writeAuditEntry(
      tx,
      viewer,
      'allocations-imported',
      releaseSubject(release.id, release.fields.name),
      { after: { rows: read.rows.length } },
    )
    return { ok: true, rows: read.rows.length }
  })
  return unlessNotEnough(saving)
}
