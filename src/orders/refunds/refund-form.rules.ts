import type { RefundedBox } from './refunded-box.rules.ts'
import { isRefundedBox } from './refunded-box.rules.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { refundCopy } from '../order/admin-orders.copy.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'

const { errors: says } = refundCopy

/** In characters: it is part of an email. */
const longestReason = 200

/** The field for the units of a line that return to stock. */
export const stockField = (productId: string) => `back.${productId}`

export type RefundValues = {
  amount: string
  reason: string
  stock: Record<string, string>
  /** Returned wine becomes available again under the allocation that it was bought under. */
  toAllocation?: boolean
  /** What happens to a box on its way. */
  box?: RefundedBox
}
export type RefundErrors = Partial<Record<'amount' | 'reason', string>> & {
  /** By product. */
  stock?: Record<string, string>
}

export type CheckedRefund =
  | {
      ok: true
      amountCents: Cents
      reason: string
      stockBack: Record<string, number>
      toAllocation?: boolean
      box?: RefundedBox
    }
  | { ok: false; errors: RefundErrors }

/** Checks a refund as typed. The amount is in dollars and required: empty is not "all of it". */
export function checkRefund({
  amount,
  reason,
  stock,
  toAllocation = false,
  box,
}: RefundValues): CheckedRefund {
  const errors: RefundErrors = {}
  const amountCents = centsTyped(amount)
  if (amountCents === null) errors.amount = amount.trim() === '' ? says['no-amount'] : says.amount
  const trimmed = reason.trim()
  if (trimmed === '' || trimmed.length > longestReason) errors.reason = says.reason
  const unreadable = Object.keys(stock).filter(
    (productId) => !/^\s*\d{0,6}\s*$/.test(stock[productId]!),
  )
  if (unreadable.length > 0) {
    errors.stock = Object.fromEntries(unreadable.map((productId) => [productId, says.stock]))
  }
  if (amountCents === null || errors.reason || errors.stock) return { ok: false, errors }
  const stockBack = Object.fromEntries(
    Object.entries(stock).map(([productId, typed]) => [productId, Number(typed)]),
  )
  const chosen = { ...(toAllocation && { toAllocation }), ...(box && { box }) }
  return { ok: true, amountCents, reason: trimmed, stockBack, ...chosen }
}

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

/** The fields of a posted refund form. */
export function readRefund(form: FormData): RefundValues {
  const prefix = stockField('')
  const box = form.get('box')
  const stock = [...form.entries()].filter(([name]) => name.startsWith(prefix))
  return {
    amount: textOf(form, 'amount'),
    reason: textOf(form, 'reason'),
    ...(form.get('toAllocation') === 'on' && { toAllocation: true }),
    ...(isRefundedBox(box) && { box }),
    stock: Object.fromEntries(
      stock.map(([name, value]) => [name.slice(prefix.length), String(value)]),
    ),
  }
}
