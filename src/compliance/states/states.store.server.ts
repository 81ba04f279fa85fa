import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

/** Each state that has a rule in force, with its version, on the day of its own time. */
export async function rulesInForce(
  db: Queryable,
  states: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ state: string; version: number }>(sql`
    select rule.state, rule.version
    from unnest(${sql.param([...states])}::text[]) as served (state)
    cross join lateral rule_in_force(
      served.state, day_in(served.state, ${at.toISOString()}::timestamptz)) as rule`)
  return new Map(rows.map(({ state, version }) => [state, version]))
}
