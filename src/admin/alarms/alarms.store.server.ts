import { eq, isNotNull, sql } from 'drizzle-orm'

import type { AlarmState } from '#platform/admin/alarms.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { alarmWords } from '#platform/figures/figures.server.ts'

import { alarmLooks, alarms } from './tables.ts'

/** Serialises the evaluation of alarms in all processes, so that each is notified once. */
export const lockAlarms = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('alarms'))`)

/** Records the time of an evaluation. Returns the previous one, or null. */
export async function noteLook(tx: Transaction, at: Date): Promise<Date | null> {
  const [before] = await tx.select({ at: alarmLooks.at }).from(alarmLooks)
  await tx
    .insert(alarmLooks)
    .values({ at })
    .onConflictDoUpdate({ target: alarmLooks.isOnly, set: { at } })
  return before?.at ?? null
}

/** The states of all causes whose condition holds, or held until some minutes ago. */
export async function alarmStates(db: Queryable): Promise<Map<string, AlarmState>> {
  const rows = await db.select().from(alarms)
  return new Map(rows.map(({ cause, ...state }) => [cause, state]))
}

/** The alarms of this moment, with what they say, oldest first. */
export async function raisedAlarms(db: Queryable) {
  const { cause, since, raisedAt } = alarms
  const raised = await db
    .select({ cause, since })
    .from(alarms)
    .where(isNotNull(raisedAt))
    .orderBy(since, cause)
  return raised.map((alarm) => ({ ...alarm, ...alarmWords(alarm.cause) }))
}

/** Saves the state of a cause; null deletes it. */
export async function writeAlarm(
  tx: Transaction,
  cause: string,
  state: AlarmState | null,
): Promise<void> {
  if (!state) {
    await tx.delete(alarms).where(eq(alarms.cause, cause))
    return
  }
  await tx
    .insert(alarms)
    .values({ cause, ...state })
    .onConflictDoUpdate({ target: alarms.cause, set: state })
}

/** Email addresses of the owners. */
export async function ownersEmails(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from ${users} where role = 'staff' and erase_at is null and exists (
      select from staff_duties where staff_duties.user_id = users.id and duty = 'owner')
    order by email`)
  return rows.map(({ email }) => email)
}
