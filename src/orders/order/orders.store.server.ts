import { randomUUID } from 'node:crypto'

import type { SQL } from 'drizzle-orm'
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import { allocations, checkoutAllocations, releases } from '#catalogue/on-sale/tables.ts'
import { decidingRelease } from '#catalogue/on-sale/wine-release.store.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { lockHeld, unitsTable } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { OutgoingMail } from '#mail/mail.rules.ts'
import { insertMails } from '#mail/mails.store.server.ts'
import { isSamePerson } from '#platform/action/own-account.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { WrittenOrder } from './fulfilment.ts'
import { keptWines } from './kept-wines.rules.ts'
import { orderLines, orders } from './tables.ts'

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
type NewOrder = Omit<Order, 'id' | 'shipToState' | keyof typeof unset>
export type OrderWithLines = Order & { lines: OrderLine[] }

/** An order with the day from which the releases of its wines ship, or null. */
export type DatedOrder = Order & { shipsFrom: string | null }
export type DatedOrderWithLines = DatedOrder & { lines: OrderLine[] }

const shipsFrom = sql<string | null>`(
  select max(r.ships_from)::text from ${orderLines} as bought
  join ${releases} as r on r.id = bought.release_id where bought.order_id = orders.id)`

/** Columns of a dated order, for queries with `orders` under its own name. */
export const datedColumns = { ...getTableColumns(orders), shipsFrom }

/** A complete order row for insertion. */
export const newOrder = (order: NewOrder): Order => ({
  ...unset,
  ...order,
  id: randomUUID(),
  shipToState: order.shipTo?.state ?? null,
})

type WithOrder = {
  /** Whether the units held by its checkout are sold. */
  sellHeld: boolean
  emails?: readonly OutgoingMail[]
  /** Inserts its shipment. */
  shipment?: ((written: WrittenOrder) => SQL) | null
}

/**
 * Inserts the order of a payment with its lines, stock, emails and shipment in one statement, so that the lock
 * on its wine, for which other buyers wait, is held for one further round trip, the commit. A second order of
 * a payment violates a unique constraint.
 */
export async function insertOrder(
  tx: Transaction,
  order: Order,
  lines: readonly Omit<OrderLine, 'orderId' | 'releaseId'>[],
  { sellHeld, emails = [], shipment = null }: WithOrder,
): Promise<void> {
  if (sellHeld) await lockHeld(tx, order.checkoutId, lines)
  const ownLines = lines.map((line) => ({
    ...line,
    orderId: order.id,
    releaseId: decidingRelease(line.productId),
  }))
  const inserted = shipment?.({ orders: sql`written`, lines: sql`kept` })
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
      )${emails.length > 0 ? sql`, queued as (${insertMails(emails)})` : sql``}${inserted ? sql`, ${inserted}` : sql``}
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
    .orderBy(orderLines.description)
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

/** A page of the user's orders with their lines, newest first. One query. */
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

/** All orders of a user, newest first. */
export const allOrdersOf = (db: Queryable, userId: string): Promise<OrderWithLines[]> =>
  ordersWithLines(db, eq(orders.userId, userId))

/** SQL condition: an order was placed with an address, and is of no account. */
export const isOfGuest = (email: string) =>
  and(isNull(orders.userId), sql`lower(${orders.email}) = ${email.toLowerCase()}`)

/** All orders that a guest placed with an address, newest first. */
export const ordersOfGuest = (db: Queryable, email: string): Promise<OrderWithLines[]> =>
  ordersWithLines(db, isOfGuest(email))

async function ordersWithLines(db: Queryable, whose: SQL | undefined): Promise<OrderWithLines[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(whose)
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
 * An order of this user that is not older than `since`, or null. One statement, which with `isThanked` also
 * records that its thank-you was seen.
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
      .where(and(eq(orders.userId, userId), eq(orders.id, orderId), isNull(orders.thankedAt)))
      .returning({ id: orders.id }),
  )
  const rows = await (isThanked ? db.with(thanked) : db)
    .select({ order: datedColumns, line: orderLines })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.id, orderId), gte(orders.createdAt, since)))
  return rows[0] ? { ...rows[0].order, lines: rows.flatMap(({ line }) => line ?? []) } : null
}

/** The shipping method of the user's last order from the cart, or null. */
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
  const isUnthanked = sql<boolean>`${orders.thankedAt} is null and ${orders.refundedCents} = 0`
  return db
    .select({ id: orders.id, isUnthanked })
    .from(orders)
    .where(eq(orders.userId, sql.placeholder('userId')))
    .orderBy(desc(isUnthanked), desc(orders.createdAt))
    .limit(1)
    .prepare('order_standing')
})

/** Whether the user has orders, and the newest one without a shown thank-you; what was refunded gets none. */
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
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.id, sql.placeholder('orderId')),
        isNull(orders.thankedAt),
      ),
    )
    .prepare('mark_thanked'),
)

/** Records that the user has seen the thank-you of an order. */
export async function markThanked(db: Queryable, userId: string, orderId: string): Promise<void> {
  await thankedQuery(db).execute({ userId, orderId })
}

/** Ends the thank-you of an order that was changed: it names what was bought at first. */
export async function endThanksOf(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(orders)
    .set({ thankedAt: sql`coalesce(${orders.thankedAt}, now())` })
    .where(eq(orders.id, id))
}

export async function orderById(db: Queryable, id: string): Promise<DatedOrder | null> {
  const [row] = await db.select(datedColumns).from(orders).where(eq(orders.id, id))
  return row ?? null
}

export async function orderByPayment(db: Queryable, paymentId: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.paymentIntentId, paymentId))
  return row ?? null
}

/** Whether a checkout is to have an order: all but those whose authorisation was cancelled. */
export async function mayBecomeOrder(db: Queryable, checkoutId: string): Promise<boolean> {
  if (!isUuid(checkoutId)) return false
  const [row] = await db
    .select({ state: checkouts.state })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
  return row !== undefined && row.state !== 'refused'
}

/** An order, its row locked, which serialises refunds and disputes; or null. */
export async function lockOrder(tx: Transaction, id: string): Promise<Order | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row ?? null
}

export async function orderLinesOf(db: Queryable, orderId: string): Promise<OrderLine[]> {
  return db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.description)
}

/** The wines that an order is about, for an email that begins with them. */
export const winesOf = async (db: Queryable, orderId: string) =>
  keptWines(await orderLinesOf(db, orderId)).map(({ description, quantity }) => ({
    description,
    quantity,
  }))

/** Saves the state and refunded cents of an order. */
export async function updateAfterSale(
  tx: Queryable,
  id: string,
  changes: Pick<Order, 'state' | 'refundedCents'>,
): Promise<void> {
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

/** The newest orders of a user, without their lines. */
export async function paidOrdersOf(db: Queryable, userId: string, limit: number): Promise<Order[]> {
  if (!isUuid(userId)) return []
  return db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), orders.id)
    .limit(limit)
}

/** Orders of these payment sessions with their lines; with `userId` only of this user. */
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

/** How many orders have one of these emails, by an account or as a guest, or are of this account; and when the newest was placed. */
export async function ordersKeptOf(
  db: Queryable,
  emails: readonly string[],
  userId?: string,
): Promise<{ orders: number; newest: Date | null }> {
  const [row] = await db
    .select({
      orders: sql<number>`count(*)::int`,
      newest: sql<Date | null>`max(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(or(inArray(orders.email, [...emails]), userId ? eq(orders.userId, userId) : undefined))
  return row!
}

/**
 * Whether an order is of this account, has one of its addresses, or is of an account that was merged with it, also if
 * that merge was undone since. Of staff who are no owners also an order of what is taken for another account of theirs.
 */
export const isOwnOrderOf = (
  userId: string,
  order: Record<'userId' | 'email', SQL | AnyPgColumn> = orders,
): SQL<boolean> => sql<boolean>`
  coalesce(${order.userId} = ${userId}::uuid, false) or exists (
    select 1 from users as u where u.id = ${userId} and (lower(u.email) = lower(${order.email})
      or exists (select 1 from user_emails as e
        where e.user_id = u.id and lower(e.email) = lower(${order.email}))
      or exists (select 1 from person_merges as m
        where (m.into_user = u.id and m.from_user = ${order.userId})
          or (m.from_user = u.id and m.into_user = ${order.userId}))))
  or exists (
    select 1 from users as mine join users as theirs on ${isSamePerson}
    where mine.id = ${userId} and theirs.id = ${order.userId}
      and (select bool_and(d.duty <> 'owner') from staff_duties as d where d.user_id = mine.id))`

/** The same of an order that was read. */
export async function isOwnOrder(
  db: Queryable,
  userId: string,
  order: Pick<Order, 'userId' | 'email'>,
): Promise<boolean> {
  const read = { userId: sql`${order.userId}::uuid`, email: sql`${order.email}::text` }
  const { rows } = await db.execute<{ own: boolean }>(
    sql`select ${isOwnOrderOf(userId, read)} as own`,
  )
  return rows[0]!.own
}
