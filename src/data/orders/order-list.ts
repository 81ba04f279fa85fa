import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, sql } from 'drizzle-orm'

import { logWords } from '#domain/admin/audit.ts'
import { adminOrdersCopy as copy } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'

import { adminList } from '#data/admin/admin-list.ts'
import { orderFlags, orderLines, orders } from '#data/schema/trade.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'description' | 'quantity'>

const words = sql`to_tsvector('simple', translate(number::text || ' ' || name || ' ' || email, '@.-_', '    '))`

const channelIs = (channel: typeof orders.$inferSelect.channel) => eq(orders.channel, channel)

// The partial index leaves out paid orders; its condition has to stand in the query.
const stateIs = (state: Exclude<typeof orders.$inferSelect.state, 'paid'>): SQL =>
  and(sql`${orders.state} <> 'paid'`, eq(orders.state, state))!

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** All orders, newest first, each with its lines. */
export const orderList = adminList({
  name: 'orders',
  action: 'handle-orders',
  table: orders,
  columns: {
    id: orders.id,
    number: orders.number,
    createdAt: orders.createdAt,
    name: orders.name,
    email: orders.email,
    channel: orders.channel,
    state: orders.state,
    isFlagged: sql<boolean>`exists (select 1 from ${orderFlags} as flag
      where flag.order_id = ${orders.id} and flag.resolved_at is null)`,
    totalCents: orders.totalCents,
    refundedCents: orders.refundedCents,
  },
  sorts: { newest: [orders.createdAt, orders.number] },
  startSort: 'newest',
  cursor: {
    keyOf: ({ number }) => number,
    after: (number) => sql`(${orders.createdAt}, ${orders.number}) < (
      select last.created_at, last.number from ${orders} as last where last.number = ${number})`,
  },
  filters: {
    channel: {
      cart: channelIs('cart'),
      card: channelIs('card'),
      offering: channelIs('offering'),
      offer1: channelIs('offer1'),
    },
    state: {
      paid: eq(orders.state, 'paid'),
      'partly-refunded': stateIs('partly-refunded'),
      refunded: stateIs('refunded'),
      disputed: stateIs('disputed'),
    },
    flagged: {
      yes: sql`${orders.id} in (select order_id from ${orderFlags} where resolved_at is null)`,
    },
  },
  search: (text) => {
    // People write `K-1001`; the table has the number.
    const wanted = logWords(text).filter((word) => word !== 'k')
    const query = wanted.map((word) => `${word}:*`).join(' & ')
    return query ? [sql`${words} @@ to_tsquery('simple', ${query})`] : []
  },
  async complete(db, rows) {
    const ids = rows.map(({ id }) => id)
    const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
    return rows.map((row) => ({ ...row, lines: (linesOf.get(row.id) ?? []) as Line[] }))
  },
  file: {
    columns: {},
    cells: [
      [copy.number, (row) => ordersCopy.number(row.number)],
      [copy.date, (row) => row.createdAt.toISOString()],
      [copy.buyer, (row) => row.name],
      [copy.email, (row) => row.email],
      [
        copy.wines,
        (row) => row.lines.map((line) => copy.line(line.quantity, line.description)).join('; '),
      ],
      [copy.channel, (row) => copy.channels[row.channel]],
      [copy.state, (row) => ordersCopy.states[row.state]],
      [copy.total, (row) => dollars(row.totalCents)],
      [copy.refunded, (row) => dollars(row.refundedCents)],
    ],
  },
})
