import type { SQL } from 'drizzle-orm'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import { logWords } from '#domain/audit.ts'
import type { OrdersListQuery } from '#domain/desk-lists.ts'

import type { Queryable } from './connection.server.ts'
import { orderLines, orders } from './schema/trade.ts'

/** What the list of orders shows of one. */
const columns = {
  id: orders.id,
  number: orders.number,
  createdAt: orders.createdAt,
  name: orders.name,
  email: orders.email,
  channel: orders.channel,
  state: orders.state,
  attention: orders.attention,
  totalCents: orders.totalCents,
  refundedCents: orders.refundedCents,
}

type Line = Pick<typeof orderLines.$inferSelect, 'description' | 'quantity'>
export type OrderRow = Pick<typeof orders.$inferSelect, keyof typeof columns> & { lines: Line[] }

const words = sql`to_tsvector('simple', translate(number::text || ' ' || name || ' ' || email, '@.-_', '    '))`

function matching({ search, filters }: OrdersListQuery): SQL | undefined {
  const { channel, state, attention } = filters
  // `K-1001` is what people call an order; the books know the number.
  const wanted = logWords(search).filter((word) => word !== 'k')
  const query = wanted.map((word) => `${word}:*`).join(' & ')
  return and(
    channel && eq(orders.channel, channel),
    // A partial index has all but the paid ones: it has to be asked in its own words.
    state && state !== 'paid' ? sql`${orders.state} <> 'paid'` : undefined,
    state && eq(orders.state, state),
    attention && isNotNull(orders.attention),
    query ? sql`${words} @@ to_tsquery('simple', ${query})` : undefined,
  )
}

/** A page of all orders, newest first, each with its lines; from the one of number `before` on. */
export async function ordersRows(
  db: Queryable,
  query: OrdersListQuery,
  before: number | null,
): Promise<OrderRow[]> {
  const from =
    before === null
      ? undefined
      : sql`(${orders.createdAt}, ${orders.number}) < (
          select last.created_at, last.number from ${orders} as last where last.number = ${before})`
  const rows = await db
    .select(columns)
    .from(orders)
    .where(and(matching(query), from))
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(query.size + 1)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  return rows.map((row) => ({ ...row, lines: lines.filter(({ orderId }) => orderId === row.id) }))
}

/** How many orders staff have to look at. */
export const countAttention = (db: Queryable): Promise<number> =>
  db.$count(orders, isNotNull(orders.attention))
