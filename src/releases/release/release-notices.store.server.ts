import { sql } from 'drizzle-orm'

import { databaseClock, phaseSql } from '#catalogue/on-sale/wine-release.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

/** Events of a release about which the business is notified, each once. */
export const releaseEvents = ['opened', 'sold-out', 'ended'] as const
export type ReleaseEvent = (typeof releaseEvents)[number]

type NotedEvent = {
  id: string
  name: string
  event: ReleaseEvent
  wines: { title: string; sold: number; stock: number | null }[]
}

const column = {
  opened: sql.raw('opened_noted_at'),
  'sold-out': sql.raw('sold_out_noted_at'),
  ended: sql.raw('ended_noted_at'),
} as const satisfies Record<ReleaseEvent, unknown>

const isOver = sql`${phaseSql(databaseClock)} = 'closed'`

/**
 * SQL conditions: the event has happened. A release that was ended before its opening has not opened; one whose
 * wine was chosen for another since has not sold it out.
 */
const happened = {
  opened: sql`${phaseSql(databaseClock)} = 'open'`,
  'sold-out': sql`r.opens_at <= ${databaseClock}
    and exists (select 1 from release_wines as rw where rw.release_id = r.id)
    and not exists (select 1 from release_wines as rw join products as p on p.id = rw.product_id
      where rw.release_id = r.id and (not rw.is_current or p.stock is null or p.sold < p.stock))`,
  ended: isOver,
} as const satisfies Record<ReleaseEvent, unknown>

/** Records and returns the releases in which an event has happened since the last call; each for one caller. */
export async function noteEvent(tx: Queryable, event: ReleaseEvent): Promise<NotedEvent[]> {
  const { rows } = await tx.execute<Omit<NotedEvent, 'event'>>(sql`
    update releases as r set ${column[event]} = now()
    where r.state <> 'draft' and r.${column[event]} is null and ${happened[event]}
    returning r.id, r.name, coalesce((
      select json_agg(json_build_object('title', p.title || ', ' || p.subtitle, 'sold', p.sold, 'stock', p.stock)
        order by rw.position)
      from release_wines as rw join products as p on p.id = rw.product_id
      where rw.release_id = r.id), '[]') as wines`)
  return rows.map((row) => ({ ...row, event }))
}
