import { eq, sql } from 'drizzle-orm'

import type { AlarmCause, AlarmState } from '#domain/admin/alarms.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { alarmLooks, alarms } from '#data/schema/alarms.ts'
import { users } from '#data/schema/people.ts'

/** Processes evaluate alarms one after another, by an advisory lock, so that each is told once. */
export const lockAlarms = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('alarms'))`)

/** Records the time of an evaluation; returns that of the one before, or null. */
export async function noteLook(tx: Transaction, at: Date): Promise<Date | null> {
  const [before] = await tx.select({ at: alarmLooks.at }).from(alarmLooks)
  await tx
    .insert(alarmLooks)
    .values({ at })
    .onConflictDoUpdate({ target: alarmLooks.isOnly, set: { at } })
  return before?.at ?? null
}

/** Every cause whose condition holds, or held until some minutes ago. */
export async function alarmStates(db: Queryable): Promise<Map<AlarmCause, AlarmState>> {
  const rows = await db.select().from(alarms)
  return new Map(rows.map(({ cause, ...state }) => [cause, state]))
}

/** Writes what became of a cause; null deletes it. */
export async function writeAlarm(
  tx: Transaction,
  cause: AlarmCause,
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

/** The addresses of the owners. */
export async function ownersEmails(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from ${users} where role = 'staff' and erase_at is null and exists (
      select from staff_duties where staff_duties.user_id = users.id and duty = 'owner')
    order by email`)
  return rows.map(({ email }) => email)
}
