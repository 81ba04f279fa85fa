import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'

import { unconfirmedHolds } from '#domain/checkout/hold-limits.ts'

import type { Checkout, CheckoutLine } from './checkouts.ts'
import type { Database, Queryable, Transaction } from '#data/connection.server.ts'
import { insertIf } from '#data/insert-if.ts'
import { lockWines, unitsTable } from '#data/catalogue/products.ts'
import { carts, checkoutLines, checkouts, products } from '#data/schema/trade.ts'
import { users } from '#data/schema/people.ts'
import { isUniqueViolation } from '#data/unique-violation.ts'

export type NewCheckout = Omit<Checkout, 'id' | keyof typeof unset> &
  Partial<Pick<Checkout, 'buyerKey' | 'email' | 'holderNetwork' | 'isRehearsal'>>
export type NewCheckoutLine = Omit<CheckoutLine, 'checkoutId'>

/** The cart's version when it was read, for optimistic locking. */
export type CartRead = { userId: string; version: number }

/** Why no checkout was written. */
type NotWritten = 'cart-moved' | 'sold-out' | 'hold-limit'

class NotHeld extends Error {
  readonly why: 'sold-out' | 'hold-limit'

  constructor(why: 'sold-out' | 'hold-limit') {
    super(why)
    this.why = why
  }
}

/**
 * Writes a checkout with its lines and holds their stock: all or nothing. `cart-moved` when the
 * cart's version has changed, `sold-out` when a wine is sold out or not on sale, `hold-limit` when
 * a buyer without a confirmed email (`holderNetwork` is set) may not hold it. The conditions are
 * part of the updates, so exactly one request gets the last case. A buyer with a confirmed email
 * takes one statement; the others are serialised by an advisory lock, so that the statement counts
 * every committed hold.
 */
export async function insertCheckout(
  db: Database,
  checkout: NewCheckout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | NotWritten> {
  const row: Checkout = { ...unset, ...checkout, id: randomUUID() }
  const isLimited = row.holderNetwork !== null
  // A single line is held or not by one statement; several lines need a transaction to roll back
  // partial holds.
  if (lines.length === 1 && !isLimited) return writeCheckout(db, row, lines, cart)
  try {
    return await db.transaction(async (tx) => {
      if (isLimited) await tx.execute(lockUnconfirmedHolds)
      if (cart)
        await tx.execute(sql`select 1 from ${carts} where user_id = ${cart.userId} for update`)
      await lockWines(tx, lines)
      const written = await writeCheckout(tx, row, lines, cart)
      if (written === 'sold-out' || written === 'hold-limit') throw new NotHeld(written)
      return written
    })
  } catch (error) {
    if (error instanceof NotHeld) return error.why
    throw error
  }
}

const lockUnconfirmedHolds = sql`select pg_advisory_xact_lock(hashtext('unconfirmed holds'))`

/**
 * Lines that a buyer without a confirmed email may not hold now. Holds of accounts confirmed since
 * are not counted.
 */
function overLimit(
  { userId, holderNetwork, startedAt }: Checkout,
  lines: readonly NewCheckoutLine[],
) {
  if (holderNetwork === null) return sql`select 1 where false`
  const { perNetwork, stockPart, waitMinutes } = unconfirmedHolds
  const wait = sql`make_interval(mins => ${waitMinutes})`
  return sql`
    select 1 from ${unitsTable(lines)}
    join ${products} as wine on wine.id = units.product_id and wine.stock is not null
    cross join lateral (
      select coalesce(sum(line.quantity), 0) as everywhere,
        coalesce(sum(line.quantity) filter (where other.holder_network = ${holderNetwork}), 0) as here
      from ${checkouts} as other
      join ${checkoutLines} as line on line.checkout_id = other.id
      left join ${users} as holder on holder.id = other.user_id
      where other.state = 'open' and other.holder_network is not null
        and not coalesce(holder.email_verified, false) and line.product_id = wine.id
    ) as holds
    where holds.here + units.quantity > ${perNetwork}
      or holds.everywhere + units.quantity > ceil(wine.stock / ${stockPart}::numeric)
      or exists (
        select 1 from ${checkouts} as earlier
        where earlier.user_id = ${userId}::uuid
          and earlier.ended_at > ${startedAt.toISOString()}::timestamptz - ${wait}
          -- A checkout replaced within the wait by a changed cart does not count.
          and (earlier.state = 'expired'
            or earlier.state = 'cancelled' and earlier.ended_at - earlier.started_at > ${wait}))`
}

async function writeCheckout(
  db: Queryable,
  row: Checkout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | NotWritten> {
  const turn = cart
    ? sql`update ${carts} set version = version + 1, updated_at = now()
        where user_id = ${cart.userId} and version = ${cart.version} returning 1`
    : sql`select 1`
  const isWhole = sql`(select count(*) from held) = ${lines.length}`
  const rows = lines.map((line) => ({ ...line, checkoutId: row.id }))
  const result = await db.execute<{ turns: string; held: string; over: string }>(sql`
    with turn as (${turn}), over as (${overLimit(row, lines)}), held as (
      update ${products} set held = held + units.quantity
      from ${unitsTable(lines)}, turn
      where id = units.product_id and release_state = 'on-sale'
        and (stock is null or held + sold + promised + units.quantity <= stock)
        and not exists (select 1 from over)
      returning 1
    ), made as (${insertIf(checkouts, [row], isWhole)}),
      made_lines as (${insertIf(checkoutLines, rows, isWhole)})
    select (select count(*) from turn) as turns, (select count(*) from held) as held,
      (select count(*) from over) as over`)
  const { turns, held, over } = result.rows[0]!
  if (Number(turns) === 0) return 'cart-moved'
  if (Number(over) > 0) return 'hold-limit'
  return Number(held) === lines.length ? row : 'sold-out'
}

/** Writes an offer's checkout as `insertCheckout` does; `taken` when its buyer has an open one. */
export async function insertOfferCheckout(
  db: Database,
  checkout: NewCheckout,
  line: NewCheckoutLine,
): Promise<Checkout | 'sold-out' | 'hold-limit' | 'taken'> {
  try {
    const row = await insertCheckout(db, checkout, [line], null)
    return row === 'cart-moved' ? 'taken' : row
  } catch (error) {
    if (isUniqueViolation(error, 'checkouts_one_open_per_offer_buyer')) return 'taken'
    throw error
  }
}

/**
 * Writes the checkout of a sale started outside the shop (a payment link); it holds no stock.
 * Nothing is written when its session has one already.
 */
export async function insertForeignCheckout(
  tx: Transaction,
  checkout: NewCheckout & Pick<Checkout, 'sessionId'>,
  lines: readonly NewCheckoutLine[],
): Promise<void> {
  const [row] = await tx
    .insert(checkouts)
    .values({ ...unset, ...checkout, state: 'expired' })
    .onConflictDoNothing()
    .returning({ id: checkouts.id })
  if (!row) return
  await tx.insert(checkoutLines).values(lines.map((line) => ({ ...line, checkoutId: row.id })))
}

/** Defaults of a new checkout. */
const unset = {
  state: 'open',
  attempt: 1,
  sessionId: null,
  sessionUrl: null,
  paymentIntentId: null,
  buyerKey: null,
  holderNetwork: null,
  isRehearsal: false,
  email: null,
  verdict: null,
  confirmationToken: null,
  endedAt: null,
} as const
