import { sql } from 'drizzle-orm'

import { releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { wineKinds } from './request.rules.ts'
import { requests } from './tables.ts'

type RequestedWine = {
  id: string
  title: string
  /** Cases neither held, sold nor promised; null where no stock is set. */
  free: number | null
}

/** The wines of open requests, with their free cases. */
export async function requestedWinesNow(db: Queryable): Promise<RequestedWine[]> {
  const { rows } = await db.execute<RequestedWine>(sql`
    select wine.id, wine.title, wine.stock - wine.held - wine.sold - wine.promised as free
    from ${products} as wine
    where exists (select from ${requests} as asked
      where asked.product_id = wine.id and asked.state = 'open')
    order by wine.position, wine.id`)
  return rows
}

/** What is left of a wine after its release, and the open requests for it. */
export type LeftoverWine = {
  id: string
  title: string
  subtitle: string
  /** Cases neither held, sold nor promised; null where no stock is set. */
  free: number | null
  /** Number of open requests, and the cases that they request together. */
  requests: number
  asked: number
}

/** The wines of a release that are in no later release, in the order of the release. */
export async function leftoverWines(db: Queryable, releaseId: string): Promise<LeftoverWine[]> {
  const { rows } = await db.execute<LeftoverWine>(sql`
    select wine.id, wine.title, wine.subtitle,
      wine.stock - wine.held - wine.sold - wine.promised as free,
      line.requests, line.asked
    from ${releaseWines} as rw
    join ${products} as wine on wine.id = rw.product_id
    cross join lateral (
      select count(*)::int as requests, coalesce(sum(asked.units), 0)::int as asked
      from ${requests} as asked
      where asked.product_id = wine.id and asked.state = 'open' and asked.kind in ${wineKinds}
    ) as line
    where rw.release_id = ${releaseId}::uuid and rw.is_current
    order by rw.position`)
  return rows
}
