import { sql } from 'drizzle-orm'

import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { CountedBy, CountedIn, StateProblem } from './state-rules.rules.ts'

/** What is asked of a state's law: wine for a person at an address. */
export type StateSale = {
  shipTo: ShipToRecord
  userId: string | null
  email: string
  /** Units by product. */
  units: Readonly<Record<string, number>>
  /** What does not count beside it: its own open checkout, its own order. */
  checkoutId?: string
  orderId?: string
}

export type StateVerdict = {
  problem: StateProblem | null
  /** Volume of the sale, in ml. */
  saleMl: number
  /** Null where no rule is in force. */
  rule: {
    id: string
    largestOrderMl: number | null
    /** Null where the rule has no limit; `hadMl` counts together with the sale. */
    limit: { ml: number; hadMl: number; countedBy: CountedBy; countedIn: CountedIn } | null
  } | null
}

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
  const { rows } = await db.execute<VerdictRow>(
    sql`select * from state_verdict(${JSON.stringify(sale)}::jsonb, ${at.toISOString()}::timestamptz, ${locks})`,
  )
  const row = rows[0]!
  return {
    problem: row.verdict,
    saleMl: Number(row.sale_ml),
    rule: row.rule_id === null ? null : { id: row.rule_id, ...ruleOf(row) },
  }
}

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
