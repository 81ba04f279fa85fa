import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { copyRules, placeWinesInRules } from '../allocations/allocation-plan.store.server.ts'
import type { ChoosableWine, ChosenWines, StaffRelease } from './staff-releases.store.server.ts'
import {
  choosableWines,
  chooseWines,
  insertRelease,
  lockStaffRelease,
  raiseVersion,
  staffReleaseById,
  writeRelease,
} from './staff-releases.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import type {
  ReleaseErrors,
  ReleaseFields,
  TypedRelease,
} from '#catalogue/on-sale/release-form.rules.ts'
import { checkRelease } from '#catalogue/on-sale/release-form.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { lastWriter, logOf } from '#platform/audit/record-log.actions.server.ts'

/** One release as staff see it. Only for staff. */
export async function viewRelease(
  { db }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone', { release: StaffRelease; log: WordedEntry[] }>> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const release = await staffReleaseById(db, id)
  if (!release) return { ok: false, reason: 'gone' }
  return { ok: true, release, log: await logOf(db, 'release', id) }
}

/** Wines that a release can have. Only for staff. */
export async function viewChoosableWines(
  { db }: Services,
  viewer: Staff,
): Promise<ChoosableWine[]> {
  return may(viewer, 'manage-releases') ? choosableWines(db) : []
}

type CreatedRelease =
  | Outcome<'not-staff', { id: string }>
  | { ok: false; reason: 'invalid'; errors: ReleaseErrors }

/**
 * Makes a draft, new or `of` another release. The form's key is its id: the same form sent twice
 * makes one release. Only for staff.
 */
export async function createRelease(
  { db, clock, settings }: Services,
  viewer: Staff,
  typed: TypedRelease,
  { key, of = null }: { key: string; of?: string | null },
): Promise<CreatedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const checked = checkRelease(typed, { timeZone: settings.timeZone, now: clock() })
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const id = isUuid(key) ? key : crypto.randomUUID()
  await db.transaction(async (tx) => {
    if (!(await insertRelease(tx, id, checked.fields))) return
    if (of && isUuid(of)) await copyRules(tx, of, id)
    await writeAuditEntry(
      tx,
      viewer,
      of ? 'release-cloned' : 'release-made',
      releaseSubject(id, checked.fields.name),
      { after: { ...loggedFields(checked.fields), ...(of && { of }) } },
    )
  })
  return { ok: true, id }
}

/** Flat, as the audit log compares them. */
const loggedFields = ({ waves, ...fields }: ReleaseFields) => ({
  ...fields,
  opensAt: fields.opensAt.toISOString(),
  closesAt: fields.closesAt.toISOString(),
  promiseUntil: fields.promiseUntil?.toISOString() ?? null,
  waves: waves.map((wave) => `${wave.name}: ${wave.opensAt.toISOString()}`).join('; '),
})

type SavedRelease =
  | Outcome<'not-staff'>
  | { ok: false; reason: 'gone' | 'fixed' | 'wave-in-use' }
  | { ok: false; reason: 'invalid'; errors: ReleaseErrors }
  /**
   * Another staff member saved it since the form was opened: the current record, and who that was.
   */
  | { ok: false; reason: 'saved-elsewhere'; release: StaffRelease; by: string | null }

const texts = [
  'name',
  'season',
  'year',
  'banner',
  'announcement',
  'text',
  'shipsFrom',
  'shipsUntil',
] as const
const kinds = ['kind', 'promise'] as const
const hours = ['opensAt', 'closesAt', 'promiseUntil'] as const

/** Whether only parts change that may be changed in the release's phase. */
function isChangeable(release: StaffRelease, fields: ReleaseFields, at: Date): boolean {
  const now = { ...loggedFields(release.fields) }
  const then = { ...loggedFields(fields) }
  const touches = (names: readonly (keyof typeof now)[]) =>
    names.some((name) => now[name] !== then[name])
  const times = { state: release.state, ...release.fields }
  const parts = { texts, kind: kinds, hours, waves: ['waves'] } as const
  return Object.entries(parts).every(
    ([part, names]) =>
      !touches(names) || mayChange(part as keyof typeof parts, times, at) === 'all',
  )
}

/**
 * Saves texts, kind, hours and waves of a release, as far as its phase allows, if its version is
 * unchanged. Only for staff.
 */
export async function saveRelease(
  { db, clock, settings }: Services,
  viewer: Staff,
  id: string,
  { typed, version }: { typed: TypedRelease; version: number },
): Promise<SavedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const now = clock()
  const checked = checkRelease(typed, { timeZone: settings.timeZone, now })
  return db
    .transaction(async (tx): Promise<SavedRelease> => {
      const before = await lockStaffRelease(tx, id)
      if (!before) return { ok: false, reason: 'gone' }
      if (before.version !== version) {
        const by = await lastWriter(tx, 'release', id)
        return { ok: false, reason: 'saved-elsewhere', release: before, by }
      }
      if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
      const changes = changesBetween(loggedFields(before.fields), loggedFields(checked.fields))
      if (!changes) return { ok: true }
      if (!isChangeable(before, checked.fields, now)) return { ok: false, reason: 'fixed' }
      if (await isEndByHours(tx, before, { closesAt: checked.fields.closesAt, now })) {
        return { ok: false, reason: 'invalid', errors: { closesAt: 'closing-is-an-end' } }
      }
      if (!(await writeRelease(tx, id, checked.fields))) throw new WaveInUse()
      await writeAuditEntry(
        tx,
        viewer,
        'release-updated',
        releaseSubject(id, checked.fields.name),
        changes,
      )
      return { ok: true }
    })
    .catch((error: unknown) => {
      if (error instanceof WaveInUse) return { ok: false, reason: 'wave-in-use' }
      throw error
    })
}

const soonMinutes = 60

/**
 * Whether a closing hour would end a scheduled release within the hour, where ending one needs approval
 * by a second person.
 */
async function isEndByHours(
  tx: Transaction,
  { state, fields }: StaffRelease,
  { closesAt, now }: { closesAt: Date; now: Date },
): Promise<boolean> {
  if (state === 'draft' || closesAt >= fields.closesAt) return false
  if (closesAt.getTime() > now.getTime() + soonMinutes * 60_000) return false
  return (await approvalRulesNow(tx)).endsRelease
}

/** Thrown to roll back the transaction. */
class WaveInUse extends Error {}

export type SavedWines = Outcome<
  | 'not-staff'
  | 'gone'
  | 'fixed'
  | 'saved-elsewhere'
  | 'has-allocations'
  | 'in-other-release'
  | 'grant-runs'
  | 'unknown-wine'
>

/** Chooses the wines of a draft, in their order on the page. Only for staff. */
export async function saveReleaseWines(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
  { wines, version }: { wines: readonly string[]; version: number },
): Promise<SavedWines> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const known = (await choosableWines(db)).map((wine) => wine.id)
  const chosen = [...new Set(wines)]
  if (!chosen.every((wine) => known.includes(wine))) return { ok: false, reason: 'unknown-wine' }
  return db
    .transaction(async (tx): Promise<SavedWines> => {
      const before = await lockStaffRelease(tx, id)
      if (!before) return { ok: false, reason: 'gone' }
      if (before.version !== version) return { ok: false, reason: 'saved-elsewhere' }
      const times = { state: before.state, ...before.fields }
      if (mayChange('wines', times, clock()) !== 'all') return { ok: false, reason: 'fixed' }
      const result = await chooseWines(tx, id, chosen)
      if (result !== 'chosen') throw new WinesRefused(result)
      await placeWinesInRules(tx, id, chosen)
      await raiseVersion(tx, id, {})
      await writeAuditEntry(tx, viewer, 'release-updated', releaseSubject(id, before.fields.name), {
        before: { wines: before.wines.map((wine) => wine.id).join(', ') },
        after: { wines: chosen.join(', ') },
      })
      return { ok: true }
    })
    .catch((error: unknown) => {
      if (error instanceof WinesRefused) return { ok: false, reason: error.reason }
      throw error
    })
}

class WinesRefused extends Error {
  readonly reason: Exclude<ChosenWines, 'chosen'>

  constructor(reason: WinesRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}
