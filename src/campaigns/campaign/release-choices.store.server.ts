import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

export type ReleaseChoice = {
  id: string
  name: string
  isDraft: boolean
  opensAt: string
  waves: { id: string; name: string; opensAt: string }[]
}

/** Releases that a campaign can be about, newest first, each with its waves. */
export async function releaseChoices(db: Queryable): Promise<ReleaseChoice[]> {
  const { rows } = await db.execute<ReleaseChoice>(sql`
    select r.id, r.name, r.state = 'draft' as "isDraft", to_json(r.opens_at)#>>'{}' as "opensAt",
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'opensAt',
        greatest(w.opens_at, r.opens_at)) order by w.opens_at, w.name)
        from release_waves as w where w.release_id = r.id), '[]') as waves
    from releases as r where r.state <> 'ended' and r.closes_at > now()
    order by r.opens_at desc, r.id limit 50`)
  return rows
}

/** When a release closes, and the price of its wine in cents; the price is null when it has several wines. */
export async function releaseFacts(
  db: Queryable,
  releaseId: string,
): Promise<{ closesAt: Date; isOpen: boolean; priceCents: number | null } | null> {
  const { rows } = await db.execute<{ closesAt: string; isOpen: boolean; prices: number[] }>(sql`
    select r.closes_at as "closesAt",
      r.state <> 'ended' and r.closes_at > now() as "isOpen",
      array(select p.price_cents from release_wines as rw join products as p on p.id = rw.product_id
        where rw.release_id = r.id) as prices
    from releases as r where r.id = ${releaseId}`)
  const row = rows[0]
  if (!row) return null
  const { closesAt, isOpen, prices } = row
  return {
    closesAt: new Date(closesAt),
    isOpen,
    priceCents: prices.length === 1 ? prices[0]! : null,
  }
}
