import { eq, sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'
import { shopSwitches } from '../database/switches.tables.ts'
import type { Switch } from './switches.rules.ts'

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
