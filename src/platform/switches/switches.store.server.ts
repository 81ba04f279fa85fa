import { and, eq, sql } from 'drizzle-orm'

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
  const turned = { isOn, changedAt: sql`now()` }
  const isOther = sql`${shopSwitches.isOn} <> ${isOn}`
  // One that was never turned on is off.
  const result = isOn
    ? await db
        .insert(shopSwitches)
        .values({ name, isOn })
        .onConflictDoUpdate({ target: shopSwitches.name, set: turned, setWhere: isOther })
    : await db
        .update(shopSwitches)
        .set(turned)
        .where(and(eq(shopSwitches.name, name), isOther))
  return result.rowCount === 1
}
