import { and, desc, eq, isNull, sql } from 'drizzle-orm'

import type { DatedOrderWithLines } from '#orders/order/orders.store.server.ts'
import { datedColumns } from '#orders/order/orders.store.server.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import type {
  BuyersShipment,
  BuyersShipmentRow,
} from '#shipping/whereabouts/buyers-shipments.store.server.ts'
import {
  buyersShipmentOf,
  buyersShipmentsSql,
} from '#shipping/whereabouts/buyers-shipments.store.server.ts'

/** An order of a page of the history, with its shipments that were not cancelled, oldest first. */
type HistoricOrder = {
  order: DatedOrderWithLines
  /** Whether a refund is requested that the provider has not made yet. */
  isRefunding: boolean
  shipments: BuyersShipment[]
}

/** With the table's name, which Drizzle leaves out in a query of one table. */
const ofThisOrder = sql`s.order_id = ${orders}.id`

const historyQuery = (name: string, isThanked: boolean) =>
  prepared((db) => {
    const page = db
      .select({
        ...datedColumns,
        shipsFrom: datedColumns.shipsFrom.as('ships_from'),
        isRefunding: sql<boolean>`exists (select from ${refunds} as refund
          where refund.order_id = ${orders}.id and refund.state = 'requested')`.as('is_refunding'),
        shipments: sql<BuyersShipmentRow[]>`(select coalesce(json_agg(s order by s.number), '[]')
          from (${buyersShipmentsSql(ofThisOrder)}) as s)`.as('shipments'),
      })
      .from(orders)
      .where(eq(orders.userId, sql.placeholder('userId')))
      .orderBy(desc(orders.createdAt), orders.id)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .as('page')
    const thanked = db.$with('thanked').as(
      db
        .update(orders)
        .set({ thankedAt: sql`now()` })
        .where(
          and(
            eq(orders.userId, sql.placeholder('userId')),
            eq(orders.id, sql.placeholder('thanked')),
            isNull(orders.thankedAt),
          ),
        )
        .returning({ id: orders.id }),
    )
    return (isThanked ? db.with(thanked) : db)
      .select()
      .from(page)
      .leftJoin(orderLines, eq(orderLines.orderId, page.id))
      .orderBy(desc(page.createdAt), page.id)
      .prepare(name)
  })

const history = historyQuery('order_history', false)
const historyThanked = historyQuery('order_history_thanked', true)

/**
 * A page of a user's orders, newest first, with their shipments. One statement, which also records
 * that the thank-you of the order `thanked` was seen.
 */
export async function orderHistoryOf(
  db: Queryable,
  userId: string,
  { thanked, ...page }: { limit: number; offset: number; thanked: string | null },
): Promise<HistoricOrder[]> {
  const read = thanked === null ? history : historyThanked
  const rows = await read(db).execute({ userId, thanked, ...page })
  const known = new Map<string, HistoricOrder>()
  for (const { page: row, order_lines: line } of rows) {
    const { shipments, isRefunding, ...order } = row
    const first = known.get(order.id)
    if (first && line) first.order.lines.push(line)
    if (first) continue
    known.set(order.id, {
      order: { ...order, lines: line ? [line] : [] },
      isRefunding,
      shipments: shipments.map(buyersShipmentOf),
    })
  }
  return [...known.values()]
}
