import { eq, sql } from 'drizzle-orm'

import type { Switch } from '#domain/admin/switches.ts'

import type { Queryable } from '#data/connection.server.ts'
import { shopSwitches } from '#data/schema/switches.ts'

/** Whether staff have turned this part of the shop on. */
export async function isSwitchedOn(db: Queryable, name: Switch): Promise<boolean> {
  const [row] = await db
    .select({ isOn: shopSwitches.isOn })
    .from(shopSwitches)
    .where(eq(shopSwitches.name, name))
  return row?.isOn ?? false
}

/** Turns a part of the shop on or off. Returns false when it already is. */
export async function turnSwitch(db: Queryable, name: Switch, isOn: boolean): Promise<boolean> {
  const rows = await db
    .insert(shopSwitches)
    .values({ name, isOn })
    .onConflictDoUpdate({
      target: shopSwitches.name,
      set: { isOn, changedAt: sql`now()` },
      setWhere: sql`${shopSwitches.isOn} <> ${isOn}`,
    })
    .returning({ name: shopSwitches.name })
  return rows.length > 0
}
