import { desc, eq, ne, and, sql } from 'drizzle-orm'

import type { EarlierUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

export type EarlierRelease = { id: string; name: string }

/** The newest 50 other releases by allocation. */
export async function earlierReleases(db: Queryable, id: string): Promise<EarlierRelease[]> {
  return db
    .select({ id: releases.id, name: releases.name })
    .from(releases)
    .where(and(ne(releases.id, id), eq(releases.kind, 'allocated'), ne(releases.state, 'draft')))
    .orderBy(desc(releases.opensAt), desc(releases.id))
    .limit(50)
}

/**
 * Copies the allocations of an earlier release: units of the wine at the same position, in the wave of the
 * same name. Existing allocations stay, and staff get none, as by rules. Returns how many were inserted.
 */
export async function takeOverAllocations(
  tx: Transaction,
  {
    from,
    to,
    units,
    changedBy,
  }: { from: string; to: string; units: EarlierUnits; changedBy: string },
): Promise<number> {
  const counted = units === 'bought' ? sql`greatest(1, old.bought)` : sql`old.units`
  const result = await tx.execute(sql`
    with before as (
      select product_id, row_number() over (order by position) as place
      from release_wines where release_id = ${from}::uuid),
    here as (
      select product_id, row_number() over (order by position) as place
      from release_wines where release_id = ${to}::uuid)
    insert into allocations (release_id, product_id, user_id, wave_id, units, origin, changed_by)
    select ${to}::uuid, here.product_id, old.user_id, wave.id, ${counted}, 'manual', ${changedBy}
    from allocations as old
    join users on users.id = old.user_id and users.erase_at is null and users.role <> 'staff'
    join before on before.product_id = old.product_id
    join here on here.place = before.place
    left join release_waves as was on was.id = old.wave_id
    left join release_waves as wave on wave.release_id = ${to}::uuid and wave.name = was.name
    where old.release_id = ${from}::uuid and old.origin <> 'grant' and old.units > 0
    on conflict (release_id, product_id, user_id) where origin <> 'grant' do nothing`)
  return result.rowCount ?? 0
}
