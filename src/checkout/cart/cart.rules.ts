import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import {
  maxQuantity,
  needsAddress,
  shippingPrice,
  shippingTier,
} from '#catalogue/destinations/shipping.rules.ts'
import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

export type CartLine = { productId: string; unitPrice: Cents; quantity: number }
export type Cart = {
  lines: CartLine[]
  shipping: ShippingMethod | null
  /** Set apart for the next order; absent where nothing is. */
  later?: CartLine[]
}

export const emptyCart: Cart = { lines: [], shipping: null }

export const itemCount = (cart: Cart): number =>
  cart.lines.reduce((sum, line) => sum + line.quantity, 0)

/** Units by product. */
export const unitsOf = ({ lines }: Pick<Cart, 'lines'>): Record<string, number> =>
  Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))

/** Cases set apart for the next order. */
export const laterCount = ({ later = [] }: Cart): number =>
  later.reduce((sum, line) => sum + line.quantity, 0)

export const lineTotal = (line: CartLine): Cents => line.unitPrice * line.quantity

export const quantityOf = (cart: Cart, productId: string): number =>
  cart.lines.find((line) => line.productId === productId)?.quantity ?? 0

/** True for a whole number from 0 to `maxQuantity`. */
export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 0 && quantity <= maxQuantity

/** Nothing is added once any line has the maximum (specification, section 4). */
export const isFull = (cart: Cart): boolean =>
  cart.lines.some((line) => line.quantity >= maxQuantity)

/** Adds one: a new line of 1, or one more on an existing line. Unchanged when the cart is full. */
export function addToCart(cart: Cart, productId: string, unitPrice: Cents): Cart {
  if (isFull(cart)) return cart
  const quantity = quantityOf(cart, productId)
  if (quantity > 0) return setQuantity(cart, productId, quantity + 1)
  return { ...cart, lines: [...cart.lines, { productId, unitPrice, quantity: 1 }] }
}

/**
 * Sets a line's quantity, at most `maxQuantity`. 0 removes the line; removing the last line also clears the
 * shipping choice. An unknown line, or a quantity that is not in that range, changes
 * nothing.
 */
export function setQuantity(cart: Cart, productId: string, quantity: number): Cart {
  if (!isQuantity(quantity)) return cart
  const lines = cart.lines
    .map((line) => (line.productId === productId ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0)
  const { later } = cart
  const left = lines.length === 0 ? emptyCart : { ...cart, lines }
  return later ? { ...left, later } : left
}

/** The most cases of a wine that can be set apart. */
const maxLater = 99

/** Keeps the first cases that one order holds, and sets the others apart for the next order. */
export function keepOneOrder(cart: Cart): Cart {
  let free: number = maxQuantity
  const lines = cart.lines.map((line) => {
    const quantity = Math.min(line.quantity, free)
    free -= quantity
    return { ...line, quantity }
  })
  const parts = withLater(cart).map((line) => {
    const kept = quantityOf({ ...cart, lines }, line.productId)
    return { ...line, quantity: kept, later: Math.min(maxLater, line.quantity + line.later - kept) }
  })
  return cartOfParts(cart, parts)
}

/** Puts what was set apart back, at most `maxQuantity` of each wine. */
export const putBack = (cart: Cart): Cart =>
  cartOfParts(
    cart,
    withLater(cart).map((line) => {
      const all = line.quantity + line.later
      return {
        ...line,
        quantity: Math.min(all, maxQuantity),
        later: Math.max(0, all - maxQuantity),
      }
    }),
  )

type PartedLine = CartLine & { later: number }

/** Each wine of the cart once, with what of it is set apart. */
export function withLater({ lines, later = [] }: Cart): PartedLine[] {
  const onlyLater = later.filter((one) => !lines.some((line) => line.productId === one.productId))
  return [
    ...lines.map((line) => ({
      ...line,
      later: later.find(({ productId }) => productId === line.productId)?.quantity ?? 0,
    })),
    ...onlyLater.map((line) => ({ ...line, quantity: 0, later: line.quantity })),
  ]
}

function cartOfParts(cart: Cart, parts: readonly PartedLine[]): Cart {
  const ofLater = parts.flatMap(({ later, ...line }) =>
    later > 0 ? [{ ...line, quantity: later }] : [],
  )
  return {
    shipping: cart.shipping,
    lines: parts.flatMap(({ later: _, ...line }) => (line.quantity > 0 ? [line] : [])),
    ...(ofLater.length > 0 && { later: ofLater }),
  }
}

/** A method may be chosen while there are 1 to 3 items (specification, section 4). */
export function chooseShipping(cart: Cart, shipping: ShippingMethod): Cart {
  return shippingPrice(shipping, itemCount(cart)) === null ? cart : { ...cart, shipping }
}

export type Totals = {
  items: number
  subtotal: Cents
  /** Null while no method is chosen, or when the cart has more than 3 items. */
  shipping: Cents | null
  /** Subtotal and shipping. */
  total: Cents
  /** California sales tax. */
  tax: Cents
  /** Total plus tax. */
  charged: Cents
}

/** All figures of a cart in cents; tax at `taxPercent` on each line, none on shipping. */
export function totalsOf(cart: Cart, taxPercent: number): Totals {
  const items = itemCount(cart)
  const subtotal = cart.lines.reduce((sum, line) => sum + lineTotal(line), 0)
  const tax = cart.lines.reduce((sum, line) => sum + lineTax(lineTotal(line), taxPercent), 0)
  const shipping = cart.shipping === null ? null : shippingPrice(cart.shipping, items)
  const total = subtotal + (shipping ?? 0)
  return { items, subtotal, shipping, total, tax, charged: total + tax }
}

/** What a checkout of the cart charges. */
export const chargeOf = ({ subtotal, shipping, tax }: Totals) =>
  withTotal({ subtotalCents: subtotal, shippingCents: shipping ?? 0, taxCents: tax })

/** What is wrong with the buyers themselves, however the wine gets to them: a label and a pickup need a name. */
export const personProblems = ['no-name', 'under-21'] as const

/** Why wine can’t be sent or handed to a buyer. */
export type BuyerProblem = ShipToProblem | StateProblem | (typeof personProblems)[number]

export type WhyNotCheckout = 'empty-cart' | 'too-many' | 'choose-shipping' | BuyerProblem

/**
 * Why a cart can't be checked out, or null when it can. `buyer` is what is wrong with person or address; an
 * address counts only for a method that ships. Apart from the rules of addresses, so that the browser does not
 * load their tables.
 */
export function whyCartNotReady(cart: Cart, buyer: BuyerProblem | null): WhyNotCheckout | null {
  const items = itemCount(cart)
  if (items === 0) return 'empty-cart'
  if (shippingTier(items) === null) return 'too-many'
  if (cart.shipping === null) return 'choose-shipping'
  return isOneOf(personProblems, buyer) || needsAddress(cart.shipping) ? buyer : null
}
