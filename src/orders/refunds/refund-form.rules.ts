import { z } from 'zod'

import type { AlonePart } from '#catalogue/prices/amounts.rules.ts'
import { aloneParts } from '#catalogue/prices/amounts.rules.ts'
import { wholeNumber } from '#platform/action/form-fields.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'

import type { AskedParts, RefundPurpose } from './refund-purpose.rules.ts'
import type { RefundedBox } from './refunded-box.rules.ts'
import { isRefundedBox } from './refunded-box.rules.ts'

/** In characters: it is part of an email. */
const longestReason = 200

const winePrefix = 'wine.'
/** The field for the units of a line that are refunded. */
export const wineField = (productId: string) => winePrefix + productId

const stockPrefix = 'back.'
/** The field for the units of a line that return to stock. */
export const stockField = (productId: string) => stockPrefix + productId

/** The field for what was left to refund when the refund was confirmed. */
export const leftField = 'left'

/** A refund of an order as its form asks for it. */
export type TypedRefund = AskedParts & {
  /** The number of the order. */
  number: number
  /** In goodwill besides wine and parts of their own; all that is left of the payment is refunded for all of it. */
  amountCents: Cents
  /** Units of wine with their tax, by product. */
  wines?: Record<string, number>
  /** All that is left, whatever else was typed. */
  everything?: boolean
  /** As the buyer reads it. */
  reason: string
  /** Units to return to stock, by product. */
  stockBack: Record<string, number>
  /** Whether they return to the allocations under which they were bought, if the release is open. */
  toAllocation?: boolean
  /** What happens to a box on its way; required for a full refund. */
  box?: RefundedBox
  /** What was left to refund in the step before, in cents: with another refund since, it is confirmed again. */
  leftCents?: Cents
}

/**
 * The buttons that refund one thing alone, whatever else was typed: a unit of a wine has its field's name, another
 * part its own, such as `shipping`.
 */
export const everything = 'everything'

/** Whether a part is refunded that is refunded alone. */
export const asksPart = (asked: AskedParts) => aloneParts.some((part) => asked[part])

/** A refund as typed. It has to say for what it is: empty is not "all of it". */
export const refundForm = z
  .looseObject({ number: wholeNumber() })
  .transform((typed, { addIssue }): TypedRefund => {
    const textOf = (name: string) => String(typed[name] ?? '')
    const refuse = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message })
    const unitsOf = (prefix: string) => {
      const fields = Object.keys(typed).filter((name) => name.startsWith(prefix))
      for (const name of fields) {
        if (!/^\s*\d{0,6}\s*$/.test(textOf(name))) {
          refuse(name, 'A whole number, please; 0 for none')
        }
      }
      return Object.fromEntries(
        fields.map((name) => [name.slice(prefix.length), Number(textOf(name))]),
      )
    }
    const only = oneThing(textOf('only'))
    const purpose = only ?? {
      amountCents: centsTyped(textOf('amount')) ?? 0,
      wines: unitsOf(winePrefix),
      ...partsIn((part) => typed[part] === 'on'),
    }
    if (!only && purpose.amountCents === 0) {
      const isEmpty = textOf('amount').trim() === ''
      const hasWine = Object.values(purpose.wines ?? {}).some((units) => units > 0)
      if (!isEmpty) refuse('amount', 'Dollars and cents, please, such as 12.50')
      else if (!hasWine && !asksPart(purpose)) {
        refuse('amount', 'Please choose what to refund, or type an amount.')
      }
    }
    const reason = textOf('reason').trim()
    if (reason === '' || reason.length > longestReason) {
      refuse('reason', `Please give a reason of at most ${longestReason} characters`)
    }
    return {
      number: typed.number,
      ...purpose,
      reason,
      stockBack: unitsOf(stockPrefix),
      ...(typed['toAllocation'] === 'on' && { toAllocation: true }),
      ...(isRefundedBox(typed['box']) && { box: typed['box'] }),
      ...(/^\d{1,9}$/.test(textOf(leftField)) && { leftCents: Number(textOf(leftField)) }),
    }
  })

/**
 * Whether a refund of wine leaves some of that wine in the order: it is sent nevertheless, as only what returns to
 * stock, and all of an order that is refunded in full, is not.
 */
export const leavesWine = (
  { purpose, leftAfterCents }: { purpose: RefundPurpose | null; leftAfterCents: Cents },
  stockBack: Readonly<Record<string, number>>,
): boolean =>
  leftAfterCents > 0 &&
  Object.entries(purpose?.wines ?? {}).some(([id, { units }]) => units > (stockBack[id] ?? 0))

type OneThing = AskedParts & Pick<TypedRefund, 'amountCents' | 'wines' | 'everything'>

function oneThing(only: string): OneThing | null {
  const part = partsIn((one) => one === only)
  if (asksPart(part)) return { amountCents: 0, ...part }
  if (only === everything) return { amountCents: 0, everything: true }
  if (!only.startsWith(winePrefix)) return null
  return { amountCents: 0, wines: { [only.slice(winePrefix.length)]: 1 } }
}

const partsIn = (isAsked: (part: AlonePart) => boolean): AskedParts =>
  Object.fromEntries(aloneParts.filter(isAsked).map((part) => [part, true]))

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
