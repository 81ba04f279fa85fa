import { sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { requests } from '#data/schema/requests.ts'
import { products } from '#data/schema/trade.ts'

export type RequestedWine = {
  id: string
  title: string
  /** Cases neither held, sold nor promised; null where no stock is set. */
  free: number | null
}

/** The wines of open requests, with what could be granted of each. */
export async function requestedWinesNow(db: Queryable): Promise<RequestedWine[]> {
  const { rows } = await db.execute<RequestedWine>(sql`
    select wine.id, wine.title, wine.stock - wine.held - wine.sold - wine.promised as free
    from ${products} as wine
    where exists (select from ${requests} as asked
      where asked.product_id = wine.id and asked.state = 'open')
    order by wine.position, wine.id`)
  return rows
}
