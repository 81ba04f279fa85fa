import type { ShippingMethod } from './shipping.rules.ts'

/** What a buyer states by paying, shown directly above the button and saved as it was shown. */
export const buyerStatements = {
  delivery: 'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
  gift: 'I am 21 or older, the recipient is 21 or older and will sign for the delivery, and this wine is not for resale.',
  pickup: 'I am 21 or older, I will show my ID at the pickup, and this wine is not for resale.',
  /** For pages where the method is chosen after the statement was shown. */
  either:
    'I am 21 or older, I will sign for the delivery or show my ID at the pickup, and this wine is not for resale.',
} as const

/** The statement for a shipping method; null means not chosen yet. */
export function buyerStatement(method: ShippingMethod | null): string {
  if (method === null) return buyerStatements.either
  return method === 'pickup' ? buyerStatements.pickup : buyerStatements.delivery
}

/** The statement contained in a payment page's text, or null. */
export const statementIn = (text: string | null): string | null =>
  Object.values(buyerStatements).find((statement) => text?.includes(statement)) ?? null

/** Where a buyer read what they stated. */
export const statementPlaces = {
  cart: 'in the cart',
  card: 'on the card page',
  offering: 'on the offer’s form',
  offer1: 'on the offer’s form',
  added: 'on the payment page',
  'payment-page': 'on the payment page',
  'order-page': 'on the page of the order',
  phone: 'on the phone',
} as const
