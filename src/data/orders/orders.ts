import { randomUUID } from 'node:crypto'

import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import type { OutgoingMail } from '#domain/emails/mail.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { insertMails } from '#data/emails/mails.ts'
import { prepared } from '#data/prepared.ts'
import { isUuid } from '#data/uuid.ts'
import { lockHeld, unitsTable } from '#data/catalogue/products.ts'
import { decidingRelease } from '#data/releases/wine-release.ts'
import { allocations, checkoutAllocations, releases } from '#data/schema/releases.ts'
import { orderLines, orders } from '#data/schema/orders.ts'
import { insertShipments } from '#data/shipping/new-shipments.ts'
import { products } from '#data/schema/trade.ts'

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type NewOrder = Omit<Order, 'id' | 'shipToState' | keyof typeof unset>
export type OrderWithLines = Order & { lines: OrderLine[] }

/** An order with the day from which the releases of its wines ship; null when none names one. */
export type DatedOrder = Order & { shipsFrom: string | null }
export type DatedOrderWithLines = DatedOrder & { lines: OrderLine[] }

const shipsFrom = sql<string | null>`(
  select max(r.ships_from)::text from ${orderLines} as bought
  join ${releases} as r on r.id = bought.release_id where bought.order_id = orders.id)`

/** Of a query that has orders under their own name. */
export const datedColumns = { ...getTableColumns(orders), shipsFrom }

/** An order that is to be written. */
export const newOrder = (order: NewOrder): Order => ({
  ...unset,
  ...order,
  id: randomUUID(),
  shipToState: order.shipTo?.state ?? null,
})

type WithOrder = {
  /** What its checkout held is sold. */
  sellHeld: boolean
  emails?: readonly OutgoingMail[]
  /** When its shipment is written, where orders are shipped from here. */
  shipmentAt?: Date | null
}

/**
 * Writes the order of a payment with its lines and all that goes with it, in one statement: the lock
 * on its wine, for which other buyers wait, is held for no further round trip but the commit. A second
 * order of one payment violates a unique constraint.
 */
export async function insertOrder(
  tx: Transaction,
  order: Order,
  lines: readonly Omit<OrderLine, 'orderId' | 'releaseId'>[],
  { sellHeld, emails = [], shipmentAt = null }: WithOrder,
): Promise<void> {
  if (sellHeld) await lockHeld(tx, order.checkoutId, lines)
  const ownLines = lines.map((line) => ({
    ...line,
    orderId: order.id,
    releaseId: decidingRelease(line.productId),
  }))
  const shipment =
    shipmentAt && insertShipments(sql`true`, shipmentAt, { orders: sql`written`, lines: sql`kept` })
  await tx.execute(sql`
    with written as ${tx.insert(orders).overridingSystemValue().values(order).returning()},
      kept as ${tx.insert(orderLines).values(ownLines).returning()},
      bought as (
        update ${allocations} as a set held = a.held - drawn.units, bought = a.bought + drawn.units
        from ${checkoutAllocations} as drawn
        where drawn.checkout_id = ${order.checkoutId} and a.id = drawn.allocation_id and ${sellHeld}
        returning 1
      ), sold as (
        -- Counts them first: allocations are locked before wines.
        update ${products} set held = held - units.quantity, sold = sold + units.quantity
        from ${unitsTable(lines)}
        where id = units.product_id and ${sellHeld} and (select count(*) from bought) >= 0
      )${emails.length > 0 ? sql`, queued as (${insertMails(emails)})` : sql``}${shipment ? sql`, ${shipment}` : sql``}
    select 1 from written`)
}

/** Defaults of a new order. */
const unset = { state: 'paid', refundedCents: 0 } as const

async function withLines<Row extends Order>(
  db: Queryable,
  rows: Row[],
): Promise<(Row & { lines: OrderLine[] })[]> {
  if (rows.length === 0) return []
  const lines = await db
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map((row) => row.id),
      ),
    )
  return rows.map((row) => ({ ...row, lines: lines.filter((line) => line.orderId === row.id) }))
}

const ordersQuery = prepared((db) => {
  const page = db
    .select({ ...datedColumns, shipsFrom: datedColumns.shipsFrom.as('ships_from') })
    .from(orders)
    .where(eq(orders.userId, sql.placeholder('userId')))
    .orderBy(desc(orders.createdAt), orders.id)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page')
  return db
    .select()
    .from(page)
    .leftJoin(orderLines, eq(orderLines.orderId, page.id))
    .orderBy(desc(page.createdAt), page.id)
    .prepare('orders_of')
})

/** A page of the member's orders, newest first, with one more row when there is a next page. One query. */
export async function ordersOf(
  db: Queryable,
  userId: string,
  page: { limit: number; offset: number },
): Promise<DatedOrderWithLines[]> {
  const rows = await ordersQuery(db).execute({ userId, ...page })
  const known = new Map<string, DatedOrderWithLines>()
  for (const { page: order, order_lines: line } of rows) {
    const lines = known.get(order.id)?.lines ?? []
    known.set(order.id, { ...order, lines: line ? [...lines, line] : lines })
  }
  return [...known.values()]
}

/** Every order of the member's, newest first. */
export async function allOrdersOf(db: Queryable, userId: string): Promise<OrderWithLines[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), orders.id)
  return withLines(db, rows)
}

export async function orderOfMember(
  db: Queryable,
  userId: string,
  number: number,
): Promise<DatedOrderWithLines | null> {
  const rows = await db
    .select(datedColumns)
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.number, number)))
  return (await withLines(db, rows))[0] ?? null
}

/**
 * An order of the user's own that is no older than `since`, or null. One statement, which with
 * `isThanked` also notes that the buyer has seen the thank-you of all their orders so far.
 */
export async function recentOrderOf(
  db: Queryable,
  userId: string,
  orderId: string,
  { since, isThanked }: { since: Date; isThanked: boolean },
): Promise<DatedOrderWithLines | null> {
  if (!isUuid(orderId)) return null
  const thanked = db.$with('thanked').as(
    db
      .update(orders)
      .set({ thankedAt: sql`now()` })
      .where(and(eq(orders.userId, userId), isNull(orders.thankedAt)))
      .returning({ id: orders.id }),
  )
  const rows = await (isThanked ? db.with(thanked) : db)
    .select({ order: datedColumns, line: orderLines })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.id, orderId), gte(orders.createdAt, since)))
  return rows[0] ? { ...rows[0].order, lines: rows.flatMap(({ line }) => line ?? []) } : null
}

/** How the user's last order of the cart went to them, or null. */
export async function lastShippingMethodOf(db: Queryable, userId: string) {
  const [last] = await db
    .select({ method: orders.shippingMethod })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.shippingMethod)))
    .orderBy(desc(orders.createdAt), orders.id)
    .limit(1)
  return last?.method ?? null
}

/** The orders with these numbers, oldest first. */
export async function ordersByNumbers(
  db: Queryable,
  numbers: readonly number[],
): Promise<OrderWithLines[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.number, [...numbers]))
    .orderBy(orders.number)
  return withLines(db, rows)
}

export async function orderByNumber(db: Queryable, number: number): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.number, number))
  return row ?? null
}

const statusQuery = prepared((db) => {
  const isUnthanked = sql<boolean>`${orders.thankedAt} is null`
  return db
    .select({ id: orders.id, isUnthanked })
    .from(orders)
    .where(eq(orders.userId, sql.placeholder('userId')))
    .orderBy(desc(isUnthanked), desc(orders.createdAt))
    .limit(1)
    .prepare('order_standing')
})

/** Whether the member has orders, and the newest one they have not been thanked for. */
export async function orderStatus(
  db: Queryable,
  userId: string,
): Promise<{ hasOrders: boolean; unthanked: string | null }> {
  const [order] = await statusQuery(db).execute({ userId })
  return { hasOrders: order !== undefined, unthanked: order?.isUnthanked ? order.id : null }
}

const thankedQuery = prepared((db) =>
  db
    .update(orders)
    .set({ thankedAt: sql`now()` })
    .where(and(eq(orders.userId, sql.placeholder('userId')), isNull(orders.thankedAt)))
    .prepare('mark_thanked'),
)

/** Notes that the buyer has seen the thank-you of all their orders so far. */
export async function markThanked(db: Queryable, userId: string): Promise<void> {
  await thankedQuery(db).execute({ userId })
}

export async function orderById(db: Queryable, id: string): Promise<DatedOrder | null> {
  const [row] = await db.select(datedColumns).from(orders).where(eq(orders.id, id))
  return row ?? null
}

export async function orderByPayment(db: Queryable, paymentId: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.paymentIntentId, paymentId))
  return row ?? null
}

/** The order, its row locked: refunds and disputes of one order take turns. */
export async function lockOrder(tx: Transaction, id: string): Promise<Order | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row ?? null
}

export async function orderLinesOf(db: Queryable, orderId: string): Promise<OrderLine[]> {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
}

/** Saves the state of an order after the sale. */
export async function updateAfterSale(
  tx: Queryable,
  id: string,
  changes: Pick<Order, 'state' | 'refundedCents'>,
): Promise<void> {
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

/** A member's orders, newest first, without their lines. */
export async function paidOrdersOf(db: Queryable, userId: string, limit: number): Promise<Order[]> {
  if (!isUuid(userId)) return []
  return db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), orders.id)
    .limit(limit)
}

/** Orders of these sessions with their lines; of one member only, when one is named. */
export async function ordersBySessions(
  db: Queryable,
  sessionIds: readonly string[],
  userId: string | null,
): Promise<OrderWithLines[]> {
  if (sessionIds.length === 0) return []
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.sessionId, [...sessionIds]),
        userId ? eq(orders.userId, userId) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt))
  return withLines(db, rows)
}

/** How many orders were made under an address, by an account or as a guest. */
export async function countOrdersTo(db: Queryable, email: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orders)
    .where(eq(orders.email, email))
  return row!.count
}
