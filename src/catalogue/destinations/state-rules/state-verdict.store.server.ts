import type { SQLWrapper } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { ShipToRecord } from '#catalogue/tables.ts'
import type { AddressField } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { CountedBy, CountedIn, StateProblem, StateVerdict } from './state-rules.rules.ts'

/** What is asked of a state's law: wine for a person at an address. */
export type StateSale = {
  shipTo: Pick<ShipToRecord, 'name' | 'birthdate' | AddressField>
  userId: string | null
  email: string
  /** Units by product. */
  units: Readonly<Record<string, number>>
  /** What does not count beside it: its own open checkout, its own order. */
  checkoutId?: string
  orderId?: string
}

/** A column: whether the law of a user's place has to be asked, read once however many rows there are. */
export const hasStateRulesOf = (userId: SQLWrapper) => sql<boolean>`(
  select has_state_rules(buyer.state, buyer.zip_code) from users as buyer where buyer.id = ${userId}::uuid)`

/**
 * What the rules in force say of a sale that is carried to its address. With `locks` sales that count together wait for
 * each other until the transaction ends, so that what is written in it never passes a limit.
 */
export async function stateVerdict(
  db: Queryable,
  sale: StateSale,
  at: Date,
  { locks = false } = {},
): Promise<StateVerdict> {
  const { rows } = await db.execute<VerdictRow>(verdictSql(sale, at, locks))
  return verdictOf(rows[0]!)
}

/** The same in one statement where it is not known whether the law has to be asked; null where it has not. */
export async function stateVerdictIfAsked(
  db: Queryable,
  sale: StateSale,
  at: Date,
  { locks = false } = {},
): Promise<StateVerdict | null> {
  const { state, zipCode } = sale.shipTo
  const { rows } = await db.execute<VerdictRow>(
    sql`${verdictSql(sale, at, locks)} where has_state_rules(${state}, ${zipCode})`,
  )
  return rows[0] ? verdictOf(rows[0]) : null
}

const verdictSql = (sale: StateSale, at: Date, locks: boolean) =>
  sql`select * from state_verdict(${JSON.stringify(sale)}::jsonb, ${at.toISOString()}::timestamptz, ${locks})`

const verdictOf = (row: VerdictRow): StateVerdict => ({
  problem: row.verdict,
  saleMl: Number(row.sale_ml),
  rule: row.rule_id === null ? null : { id: row.rule_id, ...ruleOf(row) },
})

type VerdictRow = {
  verdict: StateProblem | null
  rule_id: string | null
  counted_by: CountedBy | null
  counted_in: CountedIn | null
  limit_ml: number | null
  largest_order_ml: number | null
  had_ml: string | null
  sale_ml: string
}

const ruleOf = ({ limit_ml, had_ml, counted_by, counted_in, largest_order_ml }: VerdictRow) => ({
  largestOrderMl: largest_order_ml,
  limit:
    limit_ml === null
      ? null
      : {
          ml: limit_ml,
          hadMl: Number(had_ml),
          countedBy: counted_by!,
          countedIn: counted_in!,
        },
})
