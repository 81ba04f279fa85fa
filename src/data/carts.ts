import { and, asc, eq, sql } from 'drizzle-orm'

import type { Cart, CartLine } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import type { Address } from '#domain/ship-to.ts'
import type { ShippingMethod } from '#domain/shipping.ts'

import type { Checkout } from './checkouts.ts'
import type { Queryable, Transaction } from './connection.server.ts'
import type { User } from './people.ts'
import { productOf } from './products.ts'
import { users } from './schema/people.ts'
import { cartLines, carts, checkouts, products } from './schema/trade.ts'

/** The person's cart with today's prices. Empty for someone who never had one. One question. */
export async function cartOf(db: Queryable, userId: string): Promise<Cart> {
  const rows = await db
    .select({
      shipping: carts.shippingMethod,
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      unitPrice: products.priceCents,
    })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.userId, carts.userId))
    .leftJoin(products, eq(products.id, cartLines.productId))
    .where(eq(carts.userId, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
  return { shipping: rows[0]?.shipping ?? null, lines: linesOf(rows) }
}

/**
 * The person's cart, and the address it would go to. One question; null for someone who is not
 * in the books any more.
 */
export async function cartAndAddressOf(
  db: Queryable,
  userId: string,
): Promise<{ cart: Cart; address: Address } | null> {
  const rows = await db
    .select({
      shipping: carts.shippingMethod,
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      unitPrice: products.priceCents,
      address: {
        address: users.address,
        addressExtra: users.addressExtra,
        city: users.city,
        state: users.state,
        zipCode: users.zipCode,
      },
    })
    .from(users)
    .leftJoin(carts, eq(carts.userId, users.id))
    .leftJoin(cartLines, eq(cartLines.userId, users.id))
    .leftJoin(products, eq(products.id, cartLines.productId))
    .where(eq(users.id, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
  const first = rows[0]
  return first
    ? { cart: { shipping: first.shipping, lines: linesOf(rows) }, address: first.address }
    : null
}

export type CheckoutGround = {
  cart: Cart
  user: User
  /** The wines of the cart's lines. */
  wines: Product[]
  open: Checkout | null
}

/**
 * All a checkout starts from: the cart, whose it is, its wines, and the checkout that is open
 * already. One question; null for someone who is not in the books any more.
 */
export async function checkoutGroundOf(
  db: Queryable,
  userId: string,
): Promise<CheckoutGround | null> {
  const rows = await db
    .select({ user: users, cart: carts, line: cartLines, wine: products, open: checkouts })
    .from(users)
    .leftJoin(carts, eq(carts.userId, users.id))
    .leftJoin(cartLines, eq(cartLines.userId, users.id))
    .leftJoin(products, eq(products.id, cartLines.productId))
    .leftJoin(
      checkouts,
      and(
        eq(checkouts.userId, users.id),
        eq(checkouts.state, 'open'),
        eq(checkouts.channel, 'cart'),
      ),
    )
    .where(eq(users.id, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
  const first = rows[0]
  if (!first) return null
  const lines = rows.flatMap(({ line, wine }) =>
    line && wine
      ? [{ productId: line.productId, quantity: line.quantity, unitPrice: wine.priceCents }]
      : [],
  )
  return {
    cart: { shipping: first.cart?.shippingMethod ?? null, lines },
    user: first.user,
    wines: rows.flatMap(({ wine }) => (wine ? [productOf(wine)] : [])),
    open: first.open,
  }
}

type LineRow = { productId: string | null; quantity: number | null; unitPrice: number | null }

const linesOf = (rows: readonly LineRow[]): CartLine[] =>
  rows.flatMap(({ productId, quantity, unitPrice }) =>
    productId === null || quantity === null || unitPrice === null
      ? []
      : [{ productId, quantity, unitPrice }],
  )

/** Makes the person's other requests on this cart wait until the transaction ends. */
export async function lockCart(tx: Transaction, userId: string): Promise<void> {
  await tx
    .insert(carts)
    .values({ userId })
    .onConflictDoUpdate({ target: carts.userId, set: { updatedAt: sql`now()` } })
}

/** Writes one line's quantity; 0 removes it. */
export async function writeCartLine(
  tx: Transaction,
  userId: string,
  productId: string,
  quantity: number,
): Promise<void> {
  if (quantity === 0) {
    await tx
      .delete(cartLines)
      .where(and(eq(cartLines.userId, userId), eq(cartLines.productId, productId)))
    return
  }
  await tx
    .insert(cartLines)
    .values({ userId, productId, quantity })
    .onConflictDoUpdate({ target: [cartLines.userId, cartLines.productId], set: { quantity } })
}

export async function writeShippingMethod(
  tx: Queryable,
  userId: string,
  shippingMethod: ShippingMethod | null,
): Promise<void> {
  await tx.update(carts).set({ shippingMethod }).where(eq(carts.userId, userId))
}
