import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  countMissingShipments,
  insertMissingShipments,
} from '../shipments/new-shipments.store.server.ts'
import { allProfiles, insertProfile } from '../profiles/shipper-profiles.store.server.ts'
import type { ShippingSettings } from './shipping-settings.store.server.ts'
import {
  insertShippingSettings,
  shippingSettingsOf,
  updateShippingSettings,
} from './shipping-settings.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { DispatchDays } from '../readiness/dispatch-days.rules.ts'
import { dispatchEveryDay } from '../readiness/dispatch-days.rules.ts'
import { usualProfile } from '../profiles/shipper-profile.rules.ts'

import { shippingSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'

/** Turns fulfilment on: from now on each order gets a shipment. Only for staff. */
export async function beginShipping(
  { db, clock }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { isNew: boolean }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const isNew = await db.transaction(async (tx) => {
    const begunAt = clock()
    const settings = { begunAt, begunBy: viewer.email, dispatch: dispatchEveryDay }
    if (!(await insertShippingSettings(tx, settings))) return false
    if ((await allProfiles(tx)).length === 0) await insertProfile(tx, { ...usualProfile })
    await writeAuditEntry(tx, viewer, 'shipping-begun', shippingSubject, {
      after: { begunAt: begunAt.toISOString() },
    })
    return true
  })
  return { ok: true, isNew }
}

type SavedShippingSettings =
  | Outcome<'not-staff' | 'not-begun' | 'not-a-zip'>
  /** Saved by another staff member meanwhile; `now` is the current value. */
  | { ok: false; reason: 'saved-elsewhere'; now: ShippingSettings }

/** Saves the dispatch days and the ZIP code that boxes are sent from. Only for staff. */
export async function saveShippingSettings(
  { db }: Services,
  viewer: Staff,
  version: number,
  changes: { dispatch: DispatchDays; senderZip: string },
): Promise<SavedShippingSettings> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  if (!/^(\d{5})?$/.test(changes.senderZip)) return { ok: false, reason: 'not-a-zip' }
  return db.transaction(async (tx): Promise<SavedShippingSettings> => {
    const before = await shippingSettingsOf(tx)
    if (!before) return { ok: false, reason: 'not-begun' }
    if (!(await updateShippingSettings(tx, version, changes))) {
      const now = (await shippingSettingsOf(tx))!
      return { ok: false, reason: 'saved-elsewhere', now }
    }
    await writeAuditEntry(tx, viewer, 'shipping-settings-saved', shippingSubject, {
      before: { dispatch: before.dispatch, senderZip: before.senderZip },
      after: changes,
    })
    return { ok: true }
  })
}

type TakenInOrders = Outcome<'not-staff' | 'not-begun' | 'in-future', { count: number }>

/** How many orders since then have no shipment yet. Only for staff. */
export async function previewTakeIn(
  { db, clock }: Services,
  viewer: Staff,
  since: Date,
): Promise<TakenInOrders> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  if (since > clock()) return { ok: false, reason: 'in-future' }
  if (!(await shippingSettingsOf(db))) return { ok: false, reason: 'not-begun' }
  return { ok: true, count: await countMissingShipments(db, since) }
}

/** Makes a shipment for each paid order since then that has none. Idempotent. Only for staff. */
export async function takeInOrders(
  services: Services,
  viewer: Staff,
  since: Date,
): Promise<TakenInOrders> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  if (since > clock()) return { ok: false, reason: 'in-future' }
  if (!(await shippingSettingsOf(db))) return { ok: false, reason: 'not-begun' }
  const count = await db.transaction(async (tx) => {
    const taken = await insertMissingShipments(tx, since, clock())
    if (taken > 0) {
      await writeAuditEntry(tx, viewer, 'orders-taken-in', shippingSubject, {
        after: { since: since.toISOString(), orders: taken },
      })
    }
    return taken
  })
  if (count > 0) await recomputeReadiness(services)
  return { ok: true, count }
}
