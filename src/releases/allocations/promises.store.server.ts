import { sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { databaseClock } from '#catalogue/on-sale/wine-release.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

/** Locks the wines of `rests` in order of id before they are updated. */
const lockedWines = sql`select p.id from ${products} as p
  where p.id in (select product_id from rests) order by p.id for no key update`

export type EndedPromises = { releaseId: string | null; wine: string; units: number }

/**
 * Ends promises that are over: their remaining units return to the free pool. Skips allocations that a
 * purchase has locked until the next call. Returns the units by release and wine.
 */
export async function endPromises(db: Queryable): Promise<EndedPromises[]> {
  const { rows } = await db.execute<{
    release_id: string | null
    title: string
    units: string
  }>(sql`
    with over as (
      select a.id from ${allocations} as a left join releases as r on r.id = a.release_id
      where a.is_promised and (a.user_id is null or (a.origin <> 'grant' and r.state in ('draft', 'ended'))
        or coalesce(a.promise_until, r.promise_until, r.closes_at) <= ${databaseClock})
      order by a.id limit 10000 for no key update of a skip locked
    ), ended as (
      update ${allocations} as a set is_promised = false from over where a.id = over.id
      returning a.release_id, a.product_id, a.units - a.held - a.bought as units
    ), rests as (
      select release_id, product_id, sum(units) as units from ended group by release_id, product_id
    ), sums as (
      select product_id, sum(units) as units from rests group by product_id
    ), locked as materialized (${lockedWines}), freed as (
      update ${products} as p set promised = p.promised - sums.units
      from sums, locked where p.id = sums.product_id and p.id = locked.id
      returning p.id
    )
    select rests.release_id, p.title || ', ' || p.subtitle as title, rests.units
    from rests join ${products} as p on p.id = rests.product_id`)
  return rows.map(({ release_id: releaseId, title, units }) => ({
    releaseId,
    wine: title,
    units: Number(units),
  }))
}

/** Returns the unbought units of a user's allocations to the free pool, before the account is deleted. */
export async function freeAllocationsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.execute(sql`
    with mine as materialized (
      select a.id, a.product_id, a.units - a.held - a.bought as units, a.is_promised
      from ${allocations} as a where a.user_id = ${userId}::uuid
      order by a.id for no key update
    ), emptied as (
      update ${allocations} as a set units = a.held + a.bought, is_promised = false, note = ''
      from mine where a.id = mine.id
    ), rests as (
      select product_id, sum(units) as units from mine where is_promised group by product_id
    ), locked as materialized (${lockedWines})
    update ${products} as p set promised = p.promised - rests.units
    from rests, locked where p.id = rests.product_id and p.id = locked.id`)
}

/** Starts the promises of a guaranteed release: the remaining units of each allocation are promised. */
export async function startPromises(tx: Queryable, releaseId: string): Promise<void> {
  await tx.execute(sql`
    with kept as (
      update ${allocations} as a set is_promised = true
      where a.release_id = ${releaseId}::uuid and a.origin <> 'grant' and not a.is_promised
        and a.user_id is not null
      returning a.product_id, a.units - a.held - a.bought as units
    ), rests as (
      select product_id, sum(units) as units from kept group by product_id
    ), locked as materialized (${lockedWines})
    update ${products} as p set promised = p.promised + rests.units
    from rests, locked where p.id = rests.product_id and p.id = locked.id`)
}

/** Locks the allocations of a release. */
export async function lockAllocations(tx: Queryable, releaseId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from ${allocations} where release_id = ${releaseId}::uuid order by id for no key update`)
}
