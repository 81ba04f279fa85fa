import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'

import type { Checkout, CheckoutLine } from './checkouts.ts'
import type { Database, Queryable, Transaction } from './connection.server.ts'
import { insertIf } from './insert-if.ts'
import { lockWines, unitsTable } from './products.ts'
import { carts, checkoutLines, checkouts, products } from './schema/trade.ts'
import { isUniqueViolation } from './unique-violation.ts'

export type NewCheckout = Omit<Checkout, 'id' | keyof typeof unset> &
  Partial<Pick<Checkout, 'buyerKey' | 'email'>>
export type NewCheckoutLine = Omit<CheckoutLine, 'checkoutId'>

/** The cart a checkout starts from, as it was read. */
export type CartRead = { userId: string; version: number }

class SoldOut extends Error {}

/**
 * Writes a checkout with its lines and holds their stock: all of it, or nothing. `cart-moved` when
 * the cart is not as it was read any more, `sold-out` when a wine is sold out or not on sale. The
 * conditions stand in the updates themselves, so the last case goes to exactly one.
 */
export async function insertCheckout(
  db: Database,
  checkout: NewCheckout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | 'cart-moved' | 'sold-out'> {
  const row: Checkout = { ...unset, ...checkout, id: randomUUID() }
  // One wine is held or not, in the statement itself; of several, some may be held that must go back.
  if (lines.length === 1) return writeCheckout(db, row, lines, cart)
  try {
    return await db.transaction(async (tx) => {
      if (cart)
        await tx.execute(sql`select 1 from ${carts} where user_id = ${cart.userId} for update`)
      await lockWines(tx, lines)
      const written = await writeCheckout(tx, row, lines, cart)
      if (written === 'sold-out') throw new SoldOut()
      return written
    })
  } catch (error) {
    if (error instanceof SoldOut) return 'sold-out'
    throw error
  }
}

async function writeCheckout(
  db: Queryable,
  row: Checkout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | 'cart-moved' | 'sold-out'> {
  const turn = cart
    ? sql`update ${carts} set version = version + 1, updated_at = now()
        where user_id = ${cart.userId} and version = ${cart.version} returning 1`
    : sql`select 1`
  const isWhole = sql`(select count(*) from held) = ${lines.length}`
  const rows = lines.map((line) => ({ ...line, checkoutId: row.id }))
  const result = await db.execute<{ turns: string; held: string }>(sql`
    with turn as (${turn}), held as (
      update ${products} set held = held + units.quantity
      from ${unitsTable(lines)}, turn
      where id = units.product_id and release_state = 'on-sale'
        and (stock is null or held + sold + units.quantity <= stock)
      returning 1
    ), made as (${insertIf(checkouts, [row], isWhole)}),
      kept as (${insertIf(checkoutLines, rows, isWhole)})
    select (select count(*) from turn) as turns, (select count(*) from held) as held`)
  const { turns, held } = result.rows[0]!
  if (Number(turns) === 0) return 'cart-moved'
  return Number(held) === lines.length ? row : 'sold-out'
}

/** Writes an offer's checkout as `insertCheckout` does; `taken` when its buyer has an open one. */
export async function insertOfferCheckout(
  db: Database,
  checkout: NewCheckout,
  line: NewCheckoutLine,
): Promise<Checkout | 'sold-out' | 'taken'> {
  try {
    const row = await insertCheckout(db, checkout, [line], null)
    return row === 'cart-moved' ? 'taken' : row
  } catch (error) {
    if (isUniqueViolation(error, 'checkouts_one_open_per_offer_buyer')) return 'taken'
    throw error
  }
}

/**
 * Writes the checkout of a sale that was begun elsewhere: it holds nothing. Nothing is written when
 * its session has one already.
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

/** What a new checkout has not got yet. */
const unset = {
  state: 'open',
  attempt: 1,
  sessionId: null,
  sessionUrl: null,
  paymentIntentId: null,
  buyerKey: null,
  email: null,
  verdict: null,
  confirmationToken: null,
  endedAt: null,
} as const
