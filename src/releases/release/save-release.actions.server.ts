import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { lockRelease, seenRelease } from './change-release-state.actions.server.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { copyRules, placeWinesInRules } from '../allocations/allocation-plan.store.server.ts'
import type { ChosenWines, StaffRelease } from './staff-releases.store.server.ts'
import {
  choosableWines,
  chooseWines,
  insertRelease,
  lockStaffRelease,
  raiseVersion,
  writeRelease,
} from './staff-releases.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
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
import { queueMails } from '#mail/mails.store.server.ts'
import type { OutgoingMail } from '#mail/mail.rules.ts'
import { orderUrlOf } from '#orders/order/order-mails.actions.server.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'
import type { DelayedOrder } from './ships-later.store.server.ts'
import { delayedOrders } from './ships-later.store.server.ts'
import { lastSavedBy } from '#platform/audit/record-log.actions.server.ts'

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

const texts = ['name', 'banner', 'announcement', 'text'] as const
const season = ['season', 'year'] as const
const shipping = ['shipsFrom', 'shipsUntil'] as const
const kinds = ['kind', 'promise'] as const
const hours = ['opensAt', 'closesAt', 'promiseUntil'] as const

/** Whether only parts change that may be changed in the release's phase. */
function isChangeable(release: StaffRelease, fields: ReleaseFields, at: Date): boolean {
  const now = { ...loggedFields(release.fields) }
  const then = { ...loggedFields(fields) }
  const touches = (names: readonly (keyof typeof now)[]) =>
    names.some((name) => now[name] !== then[name])
  const times = { state: release.state, ...release.fields }
  const parts = { texts, season, shipping, kind: kinds, hours, waves: ['waves'] } as const
  return Object.entries(parts).every(
    ([part, names]) =>
      !touches(names) || mayChange(part as keyof typeof parts, times, at) === 'all',
  )
}

/**
 * Saves texts, kind, hours and waves of a release, as far as its phase allows, if its version is
 * unchanged. Buyers whose wine ships later than they were told are written to. Only for staff.
 */
export async function saveRelease(
  services: Services,
  viewer: Staff,
  id: string,
  { typed, version }: { typed: TypedRelease; version: number },
): Promise<SavedRelease> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const { db, clock, settings } = services
  const now = clock()
  const checked = checkRelease(typed, { timeZone: settings.timeZone, now })
  return db
    .transaction(async (tx): Promise<SavedRelease> => {
      const before = await lockStaffRelease(tx, id)
      if (!before) return { ok: false, reason: 'gone' }
      if (before.version !== version) {
        const by = await lastSavedBy(tx, 'release', { id })
        return { ok: false, reason: 'saved-elsewhere', release: before, by }
      }
      if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
      const changes = changesBetween(loggedFields(before.fields), loggedFields(checked.fields))
      if (!changes) return { ok: true }
      if (!isChangeable(before, checked.fields, now)) return { ok: false, reason: 'fixed' }
      if (await isEndByHours(tx, before, { closesAt: checked.fields.closesAt, now })) {
        return { ok: false, reason: 'invalid', errors: { closesAt: 'closing-is-an-end' } }
      }
      // Before it is written: who was told an earlier day.
      const { name, shipsFrom } = checked.fields
      const delayed = shipsFrom ? await delayedOrders(tx, id, shipsFrom) : []
      if (!(await writeRelease(tx, id, checked.fields))) throw new WaveInUse()
      await queueMails(
        tx,
        delayed.map((order) => shipsLaterMail(services, order, { name, shipsFrom: shipsFrom! })),
      )
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

/** Tells a buyer from when the release ships now. */
const shipsLaterMail = (
  services: Pick<Services, 'settings' | 'orderLinks'>,
  order: DelayedOrder,
  release: { name: string; shipsFrom: string },
): OutgoingMail => ({
  kind: 'release-ships-later',
  recipient: order.email,
  props: {
    firstName: firstWord(order.name),
    release: release.name,
    shipsFrom: release.shipsFrom,
    orderUrl: orderUrlOf(services, order),
    ordered: order.ordered,
  },
})

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

const winesRefused = {
  'has-allocations': 'A wine that has allocations cannot be taken out.',
  'in-other-release': 'One of these wines is in another release that has not ended.',
  'grant-runs': 'One of these wines is granted to somebody, and the grant has not expired.',
} as const satisfies Record<Exclude<ChosenWines, 'chosen'>, string>

/** Chooses the wines of a draft, in their order on the page. */
export const saveReleaseWines = staffAction({
  duty: 'manage-releases',
  log: 'release-updated',
  /** `order`: the ids in their order, as the pressed button has them; `add`: one more. */
  form: z.object({ ...seenRelease, order: text(), add: text() }),
  async run({ tx, now, audit }, { order, add, ...seen }) {
    const wines = [...new Set([...order.split(','), add])].filter(Boolean)
    const known = (await choosableWines(tx)).map((wine) => wine.id)
    if (!wines.every((wine) => known.includes(wine))) return refuse('There is no such wine.')
    const before = await lockRelease(tx, seen)
    const times = { state: before.state, ...before.fields }
    if (mayChange('wines', times, now) !== 'all') return refuse(copy.errors.fixed)
    const result = await chooseWines(tx, seen.id, wines)
    if (result !== 'chosen') return refuse(winesRefused[result])
    await placeWinesInRules(tx, seen.id, wines)
    await raiseVersion(tx, seen.id, {})
    audit(releaseSubject(seen.id, before.fields.name), {
      before: { wines: before.wines.map((wine) => wine.id).join(', ') },
      after: { wines: wines.join(', ') },
    })
    return {}
  },
  say: () => 'The wines are saved.',
})
