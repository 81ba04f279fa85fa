import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { proposedVersions } from './proposed-rules.rules.ts'

export type StateRule = typeof stateRules.$inferSelect
export type NewStateRule = Omit<typeof stateRules.$inferInsert, 'version'>

/** Changes of a state's rules wait for each other, so that no two in force overlap. */
export async function lockRulesOf(tx: Transaction, state: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rules of ${state}`}, 0))`)
}

/** The calendar day of a moment in the state's own time. */
export async function dayOfState(db: Queryable, state: string, at: Date): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select day_in(${state}, ${at.toISOString()}::timestamptz)::text as day`,
  )
  return rows[0]!.day
}

/** All versions of a state, newest first. */
export const versionsOf = (db: Queryable, state: string): Promise<StateRule[]> =>
  db.select().from(stateRules).where(eq(stateRules.state, state)).orderBy(desc(stateRules.version))

export async function versionById(db: Queryable, id: string): Promise<StateRule | null> {
  const [rule] = await db.select().from(stateRules).where(eq(stateRules.id, id))
  return rule ?? null
}

const holdsOn = (day: string) =>
  sql`daterange(${stateRules.from}, ${stateRules.until}) @> ${day}::date`

/** The version that applies on a day, or with `below` the one that would without suspensions. */
export async function versionInForce(
  db: Queryable,
  state: string,
  day: string,
  { below = false } = {},
): Promise<StateRule | null> {
  const [rule] = await db
    .select()
    .from(stateRules)
    .where(
      and(
        eq(stateRules.state, state),
        isNotNull(stateRules.confirmedAt),
        holdsOn(day),
        below ? eq(stateRules.isSuspended, false) : undefined,
      ),
    )
    .orderBy(desc(stateRules.version))
    .limit(1)
  return rule ?? null
}

/** A confirmed version that would hold together with this one on a day from `today` on; a suspension is none. */
export async function overlapping(
  db: Queryable,
  { id, state }: StateRule,
  { from, until, today }: { from: string; until: string | null; today: string },
): Promise<StateRule | null> {
  const begins = from < today ? today : from
  const [rule] = await db
    .select()
    .from(stateRules)
    .where(
      and(
        eq(stateRules.state, state),
        ne(stateRules.id, id),
        isNotNull(stateRules.confirmedAt),
        eq(stateRules.isSuspended, false),
        sql`daterange(${stateRules.from}, ${stateRules.until}) && daterange(${begins}::date, ${until}::date)`,
      ),
    )
    .orderBy(desc(stateRules.version))
    .limit(1)
  return rule ?? null
}

/** Adds a version under the state's next number. */
export async function insertVersion(tx: Transaction, rule: NewStateRule): Promise<StateRule> {
  const next = sql<number>`(select coalesce(max(version), 0) + 1 from state_rules where state = ${rule.state})`
  const [made] = await tx
    .insert(stateRules)
    .values({ ...rule, version: next as unknown as number })
    .returning()
  return made!
}

/** Confirms a version that nobody has confirmed; null where someone has. */
export async function confirmVersion(
  tx: Transaction,
  id: string,
  confirmed: { by: string; at: Date },
): Promise<StateRule | null> {
  const [rule] = await tx
    .update(stateRules)
    .set({ confirmedBy: confirmed.by, confirmedAt: confirmed.at })
    .where(and(eq(stateRules.id, id), isNull(stateRules.confirmedAt)))
    .returning()
  return rule ?? null
}

/** Sets the first day on which a version no longer holds. */
export async function endVersion(tx: Transaction, id: string, until: string): Promise<void> {
  await tx.update(stateRules).set({ until }).where(eq(stateRules.id, id))
}

/** Writes the shop's own proposals, once. */
export async function seedProposedRules(db: Queryable): Promise<void> {
  await db.insert(stateRules).values(proposedVersions()).onConflictDoNothing()
}
