import { z } from 'zod'

import { wholeNumber } from '#platform/action/form-fields.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'

import type { RefundedBox } from './refunded-box.rules.ts'
import { isRefundedBox } from './refunded-box.rules.ts'

/** In characters: it is part of an email. */
const longestReason = 200

const stockPrefix = 'back.'
/** The field for the units of a line that return to stock. */
export const stockField = (productId: string) => stockPrefix + productId

/** A refund of an order as its form asks for it. */
export type TypedRefund = {
  /** The number of the order. */
  number: number
  amountCents: Cents
  /** As the buyer reads it. */
  reason: string
  /** Units to return to stock, by product. */
  stockBack: Record<string, number>
  /** Whether they return to the allocations under which they were bought, if the release is open. */
  toAllocation?: boolean
  /** What happens to a box on its way; required for a full refund. */
  box?: RefundedBox
}

/** A refund as typed. The amount is in dollars and required: empty is not "all of it". */
export const refundForm = z
  .looseObject({ number: wholeNumber() })
  .transform((typed, { addIssue }): TypedRefund => {
    const textOf = (name: string) => String(typed[name] ?? '')
    const refuse = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message })
    const amountCents = centsTyped(textOf('amount'))
    if (amountCents === null) {
      const isEmpty = textOf('amount').trim() === ''
      const sentence = isEmpty
        ? 'Please type the amount to refund.'
        : 'Dollars and cents, please, such as 12.50'
      refuse('amount', sentence)
    }
    const reason = textOf('reason').trim()
    if (reason === '' || reason.length > longestReason) {
      refuse('reason', 'Please give a reason of at most 200 characters')
    }
    const stock = Object.keys(typed).filter((name) => name.startsWith(stockPrefix))
    for (const name of stock) {
      if (!/^\s*\d{0,6}\s*$/.test(textOf(name))) {
        refuse(name, 'A whole number, please; 0 for none')
      }
    }
    return {
      number: typed.number,
      amountCents: amountCents ?? 0,
      reason,
      stockBack: Object.fromEntries(
        stock.map((name) => [name.slice(stockPrefix.length), Number(textOf(name))]),
      ),
      ...(typed['toAllocation'] === 'on' && { toAllocation: true }),
      ...(isRefundedBox(typed['box']) && { box: typed['box'] }),
    }
  })

/** `'$1,234.50'` is 123450 cents; null where it is no amount above zero. */
export function centsTyped(typed: string): Cents | null {
  const text = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  try {
    return centsFromDollars(text) || null
  } catch {
    return null
  }
}
