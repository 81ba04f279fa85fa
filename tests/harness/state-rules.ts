import { sql } from 'drizzle-orm'

import { licences, stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'

type Rule = Partial<typeof stateRules.$inferInsert>

/** A rule of a state as the newest version, in force from long ago; with `confirmedBy: null` a proposal. */
export async function stateRule(db: Database, state: string, rule: Rule = {}): Promise<string> {
  const { rows } = await db.execute<{ next: number }>(
    sql`select count(*)::int + 1 as next from state_rules where state = ${state}`,
  )
  const [row] = await db
    .insert(stateRules)
    .values({
      ...{ state, version: rows[0]!.next, from: '2020-01-01', source: 'A law of the tests' },
      ...{ confirmedBy: 'staff@example.com', confirmedAt: new Date(), ...rule },
      ...(rule.confirmedBy === null && { confirmedAt: null }),
    })
    .returning({ id: stateRules.id })
  return row!.id
}

/** Ends all rules of a state. */
export const endRules = (db: Database, state: string) =>
  db.execute(
    sql`update state_rules set until_day = from_day + 1 where state = ${state} and confirmed_at is not null`,
  )

/** A licence to ship into a state, whose last day is that one. */
export const licence = (db: Database, state: string, until: string) =>
  db.insert(licences).values({
    ...{ holder: 'business', state, kind: 'Direct shipper', number: `${state}-${until}` },
    ...{ from: '2020-01-01', until, addedBy: 'staff@example.com' },
  })

/** Addresses in states of which tests make rules. */
export const homes = {
  MN: { address: '12 Summit Avenue', city: 'St. Paul', state: 'MN', zipCode: '55102' },
  DC: { address: '1600 K Street NW', city: 'Washington', state: 'DC', zipCode: '20006' },
  NE: { address: '900 O Street', city: 'Lincoln', state: 'NE', zipCode: '68508' },
  OH: { address: '50 High Street', city: 'Columbus', state: 'OH', zipCode: '43215' },
  TX: { address: '400 Congress Avenue', city: 'Austin', state: 'TX', zipCode: '78701' },
  VT: { address: '1 State Street', city: 'Montpelier', state: 'VT', zipCode: '05602' },
} as const
