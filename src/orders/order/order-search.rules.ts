import type { Cents } from '#platform/text/money.rules.ts'
import { lettersAndDigits } from '#platform/text/searched-words.rules.ts'

import { orderNumberIn } from './order-number.rules.ts'

/** A term of a search for orders. */
export type OrderSearchTerm =
  | { kind: 'payment'; id: string }
  | { kind: 'amount'; cents: Cents }
  /** The beginning of an order's number, or that many dollars. */
  | { kind: 'number'; number: number; cents: Cents | null }
  | { kind: 'word'; word: string }

const paymentId = /^(?:pi|cs|ch|py)_\w+$/
const amount = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/
const mostTerms = 8

/**
 * Parses a search into terms, all of which have to match: an order number in any notation, a payment's
 * id, an amount in dollars, or prefixes of words of a name or an email.
 */
export function orderSearchTerms(text: string): OrderSearchTerm[] {
  const words = text.replaceAll(/\bk[-\s]+(?=\d)/gi, 'k').split(/\s+/)
  return words.flatMap(termsOf).slice(0, mostTerms)
}

function termsOf(word: string): OrderSearchTerm[] {
  if (paymentId.test(word)) return [{ kind: 'payment', id: word }]
  const number = orderNumberIn(word)
  if (number !== null) return [{ kind: 'number', number, cents: centsIn(word) }]
  const cents = centsIn(word)
  if (cents !== null) return [{ kind: 'amount', cents }]
  return lettersAndDigits(word).map((part) => ({ kind: 'word', word: part }))
}

function centsIn(word: string): Cents | null {
  const [, dollars, cents = '00'] = amount.exec(word) ?? []
  if (dollars === undefined) return null
  const value = Number(dollars.replaceAll(',', '') + cents)
  // No order has an amount that the column cannot hold.
  return value < 2 ** 31 ? value : null
}
