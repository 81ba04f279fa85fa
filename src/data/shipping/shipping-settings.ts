import { and, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { shippingSettings } from '#data/schema/shipping.ts'

export type ShippingSettings = typeof shippingSettings.$inferSelect

/** How the shop ships from here; null until staff have begun to. */
export async function shippingSettingsOf(db: Queryable): Promise<ShippingSettings | null> {
  const [row] = await db.select().from(shippingSettings)
  return row ?? null
}

/** Begins to ship from here. False when that was done already. */
export async function insertShippingSettings(
  tx: Transaction,
  settings: Pick<ShippingSettings, 'begunAt' | 'begunBy' | 'dispatch'>,
): Promise<boolean> {
  const result = await tx.insert(shippingSettings).values(settings).onConflictDoNothing()
  return result.rowCount === 1
}

/** Saves the settings if they still have the version that staff saw. */
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
