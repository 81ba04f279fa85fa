import { and, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { dispatchEveryDay } from '../readiness/dispatch-days.rules.ts'
import { shippingSettings } from '../tables.ts'

export type ShippingSettings = typeof shippingSettings.$inferSelect

/** The settings of fulfilment; null until staff have turned it on. */
export async function shippingSettingsOf(db: Queryable): Promise<ShippingSettings | null> {
  const [row] = await db.select().from(shippingSettings)
  // Saved days lack a method that came later.
  return row ? { ...row, dispatch: { ...dispatchEveryDay, ...row.dispatch } } : null
}

/** Turns fulfilment on. False when it is on. */
export async function insertShippingSettings(
  tx: Transaction,
  settings: Pick<ShippingSettings, 'begunAt' | 'begunBy' | 'dispatch'>,
): Promise<boolean> {
  const result = await tx.insert(shippingSettings).values(settings).onConflictDoNothing()
  return result.rowCount === 1
}

/** Updates the settings if their version is unchanged (optimistic locking). */
export async function updateShippingSettings(
  tx: Transaction,
  version: number,
  changes: Pick<ShippingSettings, 'dispatch' | 'senderZip'>,
): Promise<boolean> {
  const result = await tx
    .update(shippingSettings)
    .set({ ...changes, version: sql`version + 1` })
    .where(and(eq(shippingSettings.id, 1), eq(shippingSettings.version, version)))
  return result.rowCount === 1
}
