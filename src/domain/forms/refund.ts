import { refundCopy } from '../copy/desk-orders.ts'
import type { Cents } from '../money.ts'
import { centsFromDollars } from '../money.ts'

const { errors: says } = refundCopy

/** Longest reason, in letters: it goes into a letter. */
const longestReason = 200

/** Units of a line to go back into stock are typed in the field of this name. */
export const stockField = (productId: string) => `back.${productId}`

export type RefundValues = { amount: string; reason: string; stock: Record<string, string> }
export type RefundErrors = Partial<Record<'amount' | 'reason', string>> & {
  /** By product. */
  stock?: Record<string, string>
}

export type CheckedRefund =
  | { ok: true; amountCents: Cents | null; reason: string; stockBack: Record<string, number> }
  | { ok: false; errors: RefundErrors }

/** What staff typed to give money back: `amount` in dollars, empty for all of it. */
export function checkRefund({ amount, reason, stock }: RefundValues): CheckedRefund {
  const errors: RefundErrors = {}
  const amountCents = centsOf(amount)
  if (amountCents === undefined) errors.amount = says.amount
  const told = reason.trim()
  if (told === '' || told.length > longestReason) errors.reason = says.reason
  const unread = Object.keys(stock).filter(
    (productId) => !/^\s*\d{0,6}\s*$/.test(stock[productId]!),
  )
  if (unread.length > 0) {
    errors.stock = Object.fromEntries(unread.map((productId) => [productId, says.stock]))
  }
  if (amountCents === undefined || errors.reason || errors.stock) return { ok: false, errors }
  const stockBack = Object.fromEntries(
    Object.entries(stock).map(([productId, typed]) => [productId, Number(typed)]),
  )
  return { ok: true, amountCents, reason: told, stockBack }
}

/** `'$1,234.50'` is 123450 cents; empty is all of it (null); `undefined` is no amount. */
function centsOf(typed: string): Cents | null | undefined {
  const text = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  if (text === '') return null
  try {
    return centsFromDollars(text) || undefined
  } catch {
    return undefined
  }
}

/** The fields out of a posted form. */
export function readRefund(form: FormData): RefundValues {
  const prefix = stockField('')
  const stock = [...form.entries()].filter(([name]) => name.startsWith(prefix))
  return {
    amount: String(form.get('amount') ?? ''),
    reason: String(form.get('reason') ?? ''),
    stock: Object.fromEntries(
      stock.map(([name, value]) => [name.slice(prefix.length), String(value)]),
    ),
  }
}
