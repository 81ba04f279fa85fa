import { sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { requestAnswers, requests } from '../tables.ts'

type GrantableWine = { free: number | null; priceId: string | null }

type NewGrant = { requestId: string; userId: string; units: number }

/**
 * Reserves cases for granted requests: inserts allocations and raises the wine's promised units in one
 * statement, if all cases are free. Returns the allocation of each request; null when there are too few free
 * cases or the wine has no stock set.
 */
export async function insertGrants(
  tx: Queryable,
  productId: string,
  grants: readonly NewGrant[],
  { until, by }: { until: Date; by: string },
): Promise<Map<string, string> | null> {
  const sum = grants.reduce((total, { units }) => total + units, 0)
  const { rows } = await tx.execute<{ id: string; request_id: string }>(sql`
    with wine as (
      update ${products} set promised = promised + ${sum}
      where id = ${productId} and stock - held - sold - promised >= ${sum}
      returning id
    )
    insert into ${allocations} (product_id, user_id, units, origin, request_id, promise_until,
      is_promised, changed_by)
    select wine.id, given."userId", given.units, 'grant', given."requestId",
      ${until.toISOString()}::timestamptz, true, ${by}
    from wine, jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
      as given ("requestId" uuid, "userId" uuid, units smallint)
    returning id, request_id`)
  if (rows.length === 0) return null
  return new Map(rows.map((row) => [row.request_id, row.id]))
}

/** A wine's free cases (null where no stock is set), and its price id at the provider if staff made it. */
export async function grantableWine(
  db: Queryable,
  productId: string,
): Promise<GrantableWine | null> {
  const { rows } = await db.execute<GrantableWine>(sql`
    select stock - held - sold - promised as free, price_id as "priceId"
    from ${products} where id = ${productId}`)
  return rows[0] ?? null
}

/** Wines with an open request that have no price at the provider, besides those priced by the settings. */
export async function requestedWithoutPrice(
  db: Queryable,
  priced: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct wine.id from ${requests} as r join ${products} as wine on wine.id = r.product_id
    where r.state = 'open' and wine.price_id is null
      and wine.id <> all(${sql.param(priced)}::text[])`)
  return rows.map(({ id }) => id)
}

/** Free cases of a wine; null where no stock is set. */
export const freeCases = async (db: Queryable, productId: string): Promise<number | null> =>
  (await grantableWine(db, productId))?.free ?? null

/** Unbought cases of a user's grants that have not lapsed, by request. */
export async function keptGrantsOf(
  db: Queryable,
  userId: string,
): Promise<Map<string, { units: number; until: Date }>> {
  const { rows } = await db.execute<{ id: string; units: number; until: string }>(sql`
    select request_id as id, units - bought as units, promise_until as until from ${allocations}
    where user_id = ${userId} and origin = 'grant' and request_id is not null
      and promise_until > now() and bought < units`)
  return new Map(rows.map(({ id, units, until }) => [id, { units, until: new Date(until) }]))
}

/**
 * Closes granted requests whose cases are bought, or whose grant has lapsed without an open checkout and has
 * its promise ended, so that its cases are free. Returns the unbought cases by wine.
 */
export async function endGrants(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ productId: string; unbought: number }>(sql`
    with over as (
      select r.id, case when a.bought > 0 then 'taken' else 'lapsed' end as state,
        a.units - a.bought as unbought
      from ${requests} as r join ${allocations} as a on a.request_id = r.id
      where r.state = 'granted'
        and (a.bought >= a.units or a.promise_until <= now() and not a.is_promised and a.held = 0)
      order by r.id for no key update of r skip locked
    )
    update ${requests} as r set state = over.state, version = r.version + 1
    from over where r.id = over.id
    returning r.product_id as "productId", over.unbought`)
  const cases = new Map<string, number>()
  for (const { productId, unbought } of rows) {
    if (unbought > 0) cases.set(productId, (cases.get(productId) ?? 0) + unbought)
  }
  return cases
}

type ExpiringGrant = {
  requestId: string
  productId: string
  wine: string
  priceCents: number
  /** Unbought cases. */
  units: number
  until: Date
  firstName: string
  email: string
  state: string
}

/**
 * Marks grants of at least `leastGrant` hours that end within `before` hours as reminded, and returns them:
 * each once.
 */
export async function takeExpiringGrants(
  db: Queryable,
  { before, leastGrant }: { before: number; leastGrant: number },
): Promise<ExpiringGrant[]> {
  const { rows } = await db.execute<Omit<ExpiringGrant, 'until'> & { until: string }>(sql`
    with due as (
      select r.id, a.units - a.bought as units, a.promise_until
      from ${requests} as r join ${allocations} as a on a.request_id = r.id
      where r.state = 'granted' and r.reminded_at is null and a.bought < a.units
        and a.promise_until > now()
        and a.promise_until <= now() + make_interval(hours => ${before})
        and exists (select from ${requestAnswers} as answer where answer.request_id = r.id
          and answer.until - answer.at >= make_interval(hours => ${leastGrant}) - interval '1 minute')
      order by r.id for no key update of r skip locked
    )
    update ${requests} as r set reminded_at = now()
    from due, ${users} as u, ${products} as wine
    where r.id = due.id and u.id = r.user_id and wine.id = r.product_id
    returning r.id as "requestId", wine.id as "productId", wine.title as wine,
      wine.price_cents as "priceCents", due.units, due.promise_until as until,
      u.first_name as "firstName", u.email, u.state`)
  return rows.map((row) => ({ ...row, until: new Date(row.until) }))
}

/** How many requests were granted automatically since a time. */
export async function automaticGrantsSince(db: Queryable, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${requestAnswers}
    where by_email is null and verdict = 'granted' and at >= ${since.toISOString()}::timestamptz`)
  return rows[0]!.count
}
