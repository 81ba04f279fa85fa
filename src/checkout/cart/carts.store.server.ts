import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'

import type { User } from '#accounts/users/users.store.server.ts'
import { hasStateRulesOf } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { KeptOfTyped } from '#catalogue/destinations/typed-fields.rules.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { wineReleaseSql } from '#catalogue/on-sale/wine-release.store.server.ts'
import { cartLines, carts, checkouts } from '#catalogue/tables.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { listed, productOf } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { prepared } from '#platform/database/prepared.server.ts'

import type { Buyer } from '../checkout.rules.ts'
import type { Checkout } from '../checkouts.store.server.ts'
import type { Cart, CartLine } from './cart.rules.ts'
import { withLater } from './cart.rules.ts'

type StoredMethod = typeof carts.$inferSelect.shippingMethod

const chosenMethod = (stored: StoredMethod | null | undefined): Cart['shipping'] =>
  !stored || stored === 'none' ? null : stored

/** A user's cart with current prices; empty if there is none. One query. */
export async function cartOf(db: Queryable, userId: string): Promise<Cart> {
  const rows = await db
    .select({
      shipping: carts.shippingMethod,
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      later: cartLines.later,
      unitPrice: products.priceCents,
    })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.userId, carts.userId))
    .leftJoin(products, eq(products.id, cartLines.productId))
    .where(eq(carts.userId, userId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
  return cartOfRows(rows[0]?.shipping, rows)
}

/** Units of a wine in the user's own open checkout. */
const ownHeld = sql<number>`coalesce((
  select sum(line.quantity) from checkout_lines as line
  join checkouts as own on own.id = line.checkout_id
  where own.user_id = users.id and own.state = 'open' and own.channel in ('cart', 'card')
    and line.product_id = products.id), 0)::int`

/** The release of a wine for this user; staff may buy before it opens. */
const ownRelease = wineReleaseSql(sql`users.id`, { isStaff: sql`users.role = 'staff'` })

export type CartSnapshot = {
  cart: Cart
  version: number
  userId: string
  email: string
  /** The law of the buyer's state has to be asked. */
  hasStateRules: boolean
  /** False until the payment provider has a customer for the user. */
  hasPaymentCustomer: boolean
  buyer: Buyer
  /** The wines listed in the shop, in page order. */
  products: Product[]
  /** Some of the user's allocations have never been shown to them. */
  hasUnseenAllocation: boolean
  /** Orders are shipped from here, with a slip for who receives them. */
  takesGifts: boolean
  /** The open checkout of the cart, and what it keeps of what was typed. */
  open: { id: string; kept: KeptOfTyped } | null
}

const cartSnapshotQuery = prepared((db) =>
  db
    .select({
      shipping: carts.shippingMethod,
      version: carts.version,
      customerId: users.stripeCustomerId,
      userId: users.id,
      email: users.email,
      hasStateRules: hasStateRulesOf(sql.placeholder('userId')),
      quantity: cartLines.quantity,
      later: cartLines.later,
      product: products,
      release: ownRelease,
      ownHeld,
      takesGifts: sql<boolean>`exists (select from shipping_settings)`,
      open: sql<CartSnapshot['open']>`(
        select json_build_object('id', open.id, 'kept', open.ship_to) from checkouts as open
        where open.user_id = ${sql.placeholder('userId')}::uuid and open.state = 'open'
          and open.channel in ('cart', 'card'))`,
      buyer: {
        firstName: users.firstName,
        lastName: users.lastName,
        birthdate: users.birthdate,
        ...addressIn(users),
      },
    })
    .from(users)
    .leftJoin(carts, eq(carts.userId, users.id))
    .leftJoin(products, sql`true`)
    .leftJoin(cartLines, and(eq(cartLines.userId, users.id), eq(cartLines.productId, products.id)))
    .where(eq(users.id, sql.placeholder('userId')))
    .orderBy(asc(cartLines.addedAt), asc(products.position), asc(products.id))
    .prepare('cart_snapshot'),
)

/**
 * A user's cart and address, and the wines listed in the shop. One query; null for a deleted user.
 */
export async function cartSnapshotOf(db: Queryable, userId: string): Promise<CartSnapshot | null> {
  const rows = await cartSnapshotQuery(db).execute({ userId })
  const first = rows[0]
  if (!first) return null
  const lines = rows.map(({ product, quantity, later }) => ({
    productId: product?.id ?? null,
    quantity,
    later,
    unitPrice: product?.priceCents ?? null,
  }))
  return {
    cart: cartOfRows(first.shipping, lines),
    version: first.version ?? 0,
    userId: first.userId,
    email: first.email,
    hasStateRules: first.hasStateRules,
    hasPaymentCustomer: first.customerId !== null,
    buyer: first.buyer,
    takesGifts: first.takesGifts,
    open: first.open,
    hasUnseenAllocation: rows.some(({ release }) => release?.own?.isUnseen),
    products: listed(
      rows.flatMap(({ product, release, ownHeld: own }) =>
        product ? { ...product, release, ownHeld: own } : [],
      ),
    ),
  }
}

/** Records when a customer first saw their allocations. */
export async function markAllocationsSeen(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`
    update ${allocations} set visited_at = now()
    where user_id = ${userId}::uuid and visited_at is null`)
}

export type CheckoutSnapshot = {
  cart: Cart
  version: number
  user: User
  /** The wines of the cart's lines. */
  wines: Product[]
  /** The provider's prices of those that staff made. */
  priceIds: Readonly<Record<string, string>>
  /** The law of the user's state has to be asked. */
  hasStateRules: boolean
  /** Whether the user has an allocation with units left, of any wine. */
  hasAllocations: boolean
  open: Checkout | null
  /** Checkouts of the user since `since`, and when the last of their holds ends. */
  recent: { starts: number; until: string | null }
  /** Units of each wine that the open checkout holds. */
  openUnits: Readonly<Record<string, number>>
}

const checkoutSnapshotQuery = prepared((db) =>
  db
    .select({
      user: users,
      cart: carts,
      line: cartLines,
      wine: products,
      release: ownRelease.as('release'),
      ownHeld: ownHeld.as('own_held'),
      hasAllocations: sql<boolean>`exists (
        select 1 from allocations as a where a.user_id = users.id and a.units > a.held + a.bought)`,
      hasStateRules: hasStateRulesOf(sql.placeholder('userId')),
      open: checkouts,
      recent: sql<{ starts: number; until: string | null }>`(
        select json_build_object('starts', count(*), 'until', max(lately.expires_at))
        from checkouts as lately
        where lately.user_id = users.id and lately.channel in ('cart', 'card')
          and lately.started_at > ${sql.placeholder('since')}::timestamptz)`,
    })
    .from(users)
    .leftJoin(carts, eq(carts.userId, users.id))
    .leftJoin(cartLines, and(eq(cartLines.userId, users.id), gt(cartLines.quantity, 0)))
    .leftJoin(products, eq(products.id, cartLines.productId))
    .leftJoin(
      checkouts,
      and(
        eq(checkouts.userId, users.id),
        eq(checkouts.state, 'open'),
        inArray(checkouts.channel, ['cart', 'card']),
      ),
    )
    .where(eq(users.id, sql.placeholder('userId')))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
    .prepare('checkout_snapshot'),
)

/**
 * Everything needed to start a checkout: the cart, its user, its wines, and the open checkout if
 * there is one. One query; null for a deleted user.
 */
export async function checkoutSnapshotOf(
  db: Queryable,
  userId: string,
  since: Date,
): Promise<CheckoutSnapshot | null> {
  const rows = await checkoutSnapshotQuery(db).execute({ userId, since: since.toISOString() })
  const first = rows[0]
  if (!first) return null
  const lines = rows.flatMap(({ line, wine }) =>
    line && wine
      ? [{ productId: line.productId, quantity: line.quantity, unitPrice: wine.priceCents }]
      : [],
  )
  return {
    cart: { shipping: chosenMethod(first.cart?.shippingMethod), lines },
    version: first.cart?.version ?? 0,
    user: first.user,
    wines: rows.flatMap(({ wine, release }) => (wine ? [productOf({ ...wine, release })] : [])),
    priceIds: Object.fromEntries(
      rows.flatMap(({ wine }) => (wine?.priceId ? [[wine.id, wine.priceId]] : [])),
    ),
    hasStateRules: first.hasStateRules,
    hasAllocations: first.hasAllocations,
    open: first.open,
    recent: first.recent,
    openUnits: Object.fromEntries(
      rows.flatMap(({ wine, ownHeld: held }) => (wine ? [[wine.id, held]] : [])),
    ),
  }
}

type LineRow = Record<'quantity' | 'later' | 'unitPrice', number | null> & {
  productId: string | null
}

function cartOfRows(method: StoredMethod | undefined, rows: readonly LineRow[]): Cart {
  const linesOf = (count: 'quantity' | 'later') =>
    rows.flatMap(({ productId, unitPrice, [count]: quantity }): CartLine[] =>
      productId !== null && unitPrice !== null && quantity
        ? [{ productId, quantity, unitPrice }]
        : [],
    )
  const later = linesOf('later')
  return {
    shipping: chosenMethod(method),
    lines: linesOf('quantity'),
    ...(later.length > 0 && { later }),
  }
}

/**
 * Locks the cart's row and raises its version (optimistic locking): writers that read an older
 * version must read it again.
 */
export async function lockCart(tx: Transaction, userId: string): Promise<void> {
  await tx
    .insert(carts)
    .values({ userId })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { version: sql`${carts.version} + 1`, updatedAt: sql`now()` },
    })
}

/**
 * Writes one change of the cart: the shipping choice and, if one changed, a line; a quantity of 0
 * removes it. Optimistic locking: false, and nothing written, when the cart's version is not the
 * one read.
 */
export async function writeCart(
  db: Queryable,
  userId: string,
  read: Pick<CartSnapshot, 'version'>,
  {
    shipping,
    line,
    job,
  }: Pick<Cart, 'shipping'> & {
    line: CartLineChange | null
    /** The call that enqueues a job with it. */
    job?: SQL | undefined
  },
): Promise<boolean> {
  const { productId, quantity } = line ?? { productId: null, quantity: null }
  const written = await db.execute(sql`
    with mine as (
      insert into ${carts} as cart (user_id, shipping_method, version)
      values (${userId}, ${shipping ?? 'none'}, ${read.version} + 1)
      on conflict (user_id) do update
        set shipping_method = excluded.shipping_method, version = excluded.version, updated_at = now()
        where cart.version = ${read.version}
      returning user_id
    ), removed as (
      delete from ${cartLines} as line using mine
      where line.user_id = mine.user_id and product_id = ${productId} and ${quantity}::int = 0
        and line.later = 0
    ), emptied as (
      update ${cartLines} as line set quantity = 0 from mine
      where line.user_id = mine.user_id and product_id = ${productId} and ${quantity}::int = 0
        and line.later > 0
    ), upserted as (
      insert into ${cartLines} (user_id, product_id, quantity)
      select user_id, ${productId}, ${quantity}::int from mine where ${quantity}::int > 0
      on conflict (user_id, product_id) do update set quantity = excluded.quantity
    )
    select ${job ?? sql`null`} from mine`)
  return written.rowCount === 1
}

type CartLineChange = { productId: string; quantity: number }

/** Writes what of each wine is in the cart and what is set apart. Optimistic locking, as `writeCart`. */
export async function partCart(
  db: Queryable,
  userId: string,
  read: Pick<CartSnapshot, 'version'>,
  cart: Cart,
): Promise<boolean> {
  const lines = withLater(cart).map(({ productId, quantity, later }) => ({
    productId,
    quantity,
    later,
  }))
  const written = await db.execute(sql`
    with mine as (
      update ${carts} set version = version + 1, updated_at = now()
      where user_id = ${userId} and version = ${read.version} returning user_id
    ), parted as (
      update ${cartLines} as line set quantity = one.quantity, later = one.later
      from mine, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as one ("productId" text, quantity int, later int)
      where line.user_id = mine.user_id and line.product_id = one."productId"
    )
    select 1 from mine`)
  return written.rowCount === 1
}
