import { sql } from 'drizzle-orm'

import type { ReportPeriod } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { RuleTerms } from '#catalogue/destinations/state-rules/tables.ts'
import { ruleTerms } from '#catalogue/destinations/state-rules/tables.ts'
import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { statesFor } from '#shipping/shipments/shipment.rules.ts'

/** A state that is served, on the day of its own time. */
export type StateSummary = {
  state: string
  /** The rule in force; null: none. */
  rule: (RuleTerms & { version: number }) | null
  proposals: number
  /** Last day of the license whose end suspends it first, or else of the one that ends last; null: no license. */
  licensedUntil: string | null
  isLicenseEnded: boolean
  /** The reports that its licenses want, each once. */
  reports: readonly { every: ReportPeriod; dueDay: number }[]
  /** Volume ordered since the first day of the rule's time, or of the year. */
  orderedMl: number
  since: string
}

const termsAsJson = sql.join(
  Object.entries(ruleTerms).map(([term, { name }]) => sql.raw(`'${term}', ${name}`)),
  sql.raw(', '),
)

/** Each of these states as a row, all in one statement. */
export async function stateSummaries(
  db: Queryable,
  states: readonly string[],
  at: Date,
): Promise<StateSummary[]> {
  const { rows } = await db.execute<StateSummary & { orderedMl: string }>(sql`
    select served.state, rule.of as rule, proposed.count::integer as proposals,
      license.until_day::text as "licensedUntil",
      exists (select from ended_licence(served.state, served.day)) as "isLicenseEnded", license.reports,
      counted.since::text as since, ordered.ml as "orderedMl"
    from unnest(${sql.param([...states])}::text[]) with ordinality as named (state, place)
    cross join lateral (
      select named.state, day_in(named.state, ${at.toISOString()}::timestamptz) as day) as served
    left join lateral (
      select jsonb_build_object('version', version, ${termsAsJson}) as of, counted_in
      from rule_in_force(served.state, served.day)) as rule on true
    cross join lateral (
      select count(*) from state_rules
      where state = served.state and confirmed_at is null) as proposed
    cross join lateral (
      select coalesce(
          min(until_day) filter (where exists (
            select from ended_licence(served.state, greatest(until_day + 1, served.day)) as ended where ended.id = licences.id)),
          max(until_day)) as until_day,
        coalesce(jsonb_agg(distinct jsonb_build_object('every', reports_every, 'dueDay', reports_due_day))
          filter (where reports_every is not null), '[]') as reports
      from licences where state = served.state) as license
    cross join lateral (
      select counted_since(coalesce(rule.counted_in, 'calendar-year'), served.day) as since) as counted
    cross join lateral (
      select coalesce(sum(ml), 0) as ml from compliance_records
      where state = served.state and at >= counted.since::timestamp at time zone state_zone(served.state)) as ordered
    order by named.place`)
  return rows.map((row) => ({ ...row, orderedMl: Number(row.orderedMl) }))
}

/** What a suspension of a state would reach. */
export type Reached = {
  /** With wine that would go there. */
  carts: number
  paymentPages: number
  /** With a box that has not been handed over. */
  orders: number
  /** With units left, in a release or grant that has not ended, of customers who live there. */
  allocations: number
}

export async function reachedBySuspension(
  db: Queryable,
  state: string,
  at: Date,
): Promise<Reached> {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<Reached>(sql`
    select
      (select count(*)::integer from carts join users on users.id = carts.user_id
        where users.state = ${state} and carts.shipping_method is distinct from 'pickup'
          and exists (select from cart_lines
            where cart_lines.user_id = carts.user_id and cart_lines.quantity > 0)) as carts,
      (select count(*)::integer from checkouts
        where state = 'open' and shipping_method is distinct from 'pickup'
          and ship_to ->> 'state' = ${state}) as "paymentPages",
      (select count(distinct order_id)::integer from shipments
        where to_state = ${state} and state in ${literals(statesFor('hold'))}) as orders,
      (select count(*)::integer from allocations
        join users on users.id = allocations.user_id
        left join releases on releases.id = allocations.release_id
        where users.state = ${state} and allocations.units > allocations.bought
          and case when releases.id is null then allocations.promise_until > ${now}
            else releases.state <> 'ended' and releases.closes_at > ${now} end) as allocations`)
  return rows[0]!
}
