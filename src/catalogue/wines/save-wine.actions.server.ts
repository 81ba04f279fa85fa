import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  idOfNewWine,
  insertWine,
  lockStaffWine,
  staffWineById,
  writeWine,
} from './staff-wines.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { isMadeHere, neutralPicture } from '../pictures/picture.rules.ts'
import type { WineFields } from './wine-form.rules.ts'
import { checkWine, readPrice, readWineStock } from './wine-form.rules.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'

import { wineSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { lastWriter } from '#platform/audit/record-log.actions.server.ts'

export type WineErrors = Partial<Record<keyof WineFields, string>>

export type CreatedWine =
  | Outcome<'not-staff', { wine: StaffWine }>
  | { ok: false; reason: 'exists' }
  | { ok: false; reason: 'invalid'; errors: WineErrors }

export type SavedWine =
  | Outcome<'not-staff', { wine: StaffWine }>
  | { ok: false; reason: 'gone' | 'price-fixed' }
  | { ok: false; reason: 'invalid'; errors: WineErrors }
  /** Less than held, sold and promised together. */
  | { ok: false; reason: 'below-taken'; taken: number }
  /**
   * Another staff member saved it since the form was opened: the current record, and who that was.
   */
  | { ok: false; reason: 'saved-elsewhere'; wine: StaffWine; by: string | null }

/**
 * Makes a new wine, closed and listed nowhere, and has its price created at the payment provider.
 * The same form sent twice makes one wine. Only for staff.
 */
export async function createWine(
  { db, clock }: Services,
  viewer: Staff,
  values: WineFields,
): Promise<CreatedWine> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const checked = checkWine(values, clock().getUTCFullYear())
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { fields } = checked
  return db.transaction(async (tx): Promise<CreatedWine> => {
    const id = await idOfNewWine(tx, fields)
    const wine = await insertWine(tx, id, fields, neutralPicture)
    if (!wine) {
      const there = await staffWineById(tx, id)
      const isSame = there && changesBetween(there.fields, normalised(fields)) === null
      return isSame ? { ok: true, wine: there } : { ok: false, reason: 'exists' }
    }
    await writeAuditEntry(tx, viewer, 'wine-made', wineSubject(wine), { after: { ...wine.fields } })
    await queueJob(tx, 'create-price', { productId: wine.id }, `price:${wine.id}`)
    await queueJob(tx, 'label-bottles', {}, 'label-bottles')
    return { ok: true, wine }
  })
}

/** Fields as a form shows them again, so that `450` and `450.00` are equal. */
const normalised = (fields: WineFields): WineFields => ({
  ...fields,
  titleCart: fields.titleCart === `${fields.vintage} ${fields.name}` ? '' : fields.titleCart,
  price: decimalAmount(readPrice(fields.price) ?? 0),
  stock: readWineStock(fields.stock) === null ? fields.stock : String(readWineStock(fields.stock)),
})

/**
 * Saves a wine's texts and stock, if it is still the version that the form was filled from. Its
 * price never changes: a copy has a price of its own. Only for staff.
 */
export async function saveWine(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
  { values, version }: { values: WineFields; version: number },
): Promise<SavedWine> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const checked = checkWine(values, clock().getUTCFullYear())
  return db.transaction(async (tx): Promise<SavedWine> => {
    const before = await lockStaffWine(tx, id)
    if (!before) return { ok: false, reason: 'gone' }
    if (readPrice(values.price) !== before.priceCents) return { ok: false, reason: 'price-fixed' }
    if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
    if (before.version !== version) {
      const by = await lastWriter(tx, 'wine', id)
      return { ok: false, reason: 'saved-elsewhere', wine: before, by }
    }
    const fields = normalised(checked.fields)
    const changes = changesBetween(before.fields, fields)
    if (!changes) return { ok: true, wine: before }
    const stock = readWineStock(fields.stock) ?? null
    const taken = before.held + before.sold + before.promised
    const isBelow = stock === null ? before.promised > 0 : stock < taken
    if (isBelow) return { ok: false, reason: 'below-taken', taken }
    // The label in the picture has the earlier name.
    const isMislabelled =
      before.pictureFile === null &&
      isMadeHere(before.image) &&
      (fields.name !== before.fields.name || fields.vintage !== before.fields.vintage)
    const wine = await writeWine(tx, id, fields, isMislabelled ? neutralPicture : undefined)
    if (isMislabelled) await queueJob(tx, 'label-bottles', {}, 'label-bottles')
    await writeAuditEntry(tx, viewer, 'wine-updated', wineSubject(wine), changes)
    return { ok: true, wine }
  })
}
