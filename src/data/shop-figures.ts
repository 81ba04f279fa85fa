import { sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import type { channels } from './schema/trade.ts'
import { checkouts, orders, products, providerEvents } from './schema/trade.ts'
import { mails } from './schema/desk.ts'

/** How the shop stands just now, in numbers alone. */
export type ShopFigures = {
  holdsOpen: number
  /** Of the last hour. */
  ordersByChannel: Partial<Record<(typeof channels)[number], number>>
  ordersToLookAt: number
  stock: { product: string; held: number; sold: number; free: number | null }[]
  mails: { queued: number; sending: number; dead: number }
  /** Seconds that the letter waiting longest is overdue. */
  mailsOverdue: number
  jobs: { waiting: number; running: number; dead: number }
  unsettledEvents: number
}

/** One question; each part of it is answered by an index, however large the books are. */
export async function shopFigures(db: Queryable): Promise<ShopFigures> {
  const { rows } = await db.execute<{ figures: ShopFigures }>(sql`
    select json_build_object(
      'holdsOpen', (select count(*) from ${checkouts} where state = 'open'),
      'ordersByChannel', (select coalesce(json_object_agg(channel, count), '{}') from (
        select channel, count(*) from ${orders}
        where created_at > now() - interval '1 hour' group by channel) as recent),
      'ordersToLookAt', (select count(*) from ${orders} where attention is not null),
      'stock', (select json_agg(json_build_object('product', id, 'held', held, 'sold', sold,
        'free', stock - held - sold)) from ${products}),
      'mails', json_build_object(
        'queued', (select count(*) from ${mails} where state = 'queued'),
        'sending', (select count(*) from ${mails} where state = 'sending'),
        'dead', (select count(*) from ${mails} where state = 'dead')),
      'mailsOverdue', (select coalesce(greatest(0, extract(epoch from now() - min(next_try_at))), 0)
        from ${mails} where state = 'queued'),
      'jobs', (select json_build_object(
        'waiting', count(*) filter (where locked_at is null and attempts < max_attempts),
        'running', count(*) filter (where locked_at is not null and attempts < max_attempts),
        'dead', count(*) filter (where attempts >= max_attempts and locked_at is null))
        from graphile_worker.jobs),
      'unsettledEvents', (select count(*) from ${providerEvents} where settled_at is null)
    ) as figures`)
  return rows[0]!.figures
}
