import type { Mutation } from '../mutation.ts'

const requestSession = 'src/checkout/request-session.actions.server.ts'
const bookPayment = 'src/checkout/book-payment.actions.server.ts'
const requestRefund = 'src/orders/refunds/request-refund.actions.server.ts'
const reconcile = 'src/accounting/reconciliation/reconcile.actions.db.test.ts'
const afterSale = 'src/orders/disputes/after-sale.actions.db.test.ts'
const staffRefunds = 'src/orders/refunds/staff-refunds.actions.db.test.ts'
const startCheckout = 'src/checkout/start-checkout.actions.db.test.ts'
const recordPayment = 'src/checkout/record-payment.actions.db.test.ts'

/** Payments, refunds and what is compared with the provider. */
export const money: readonly Mutation[] = [
  {
    name: 'each try of a checkout has another idempotency key',
    file: requestSession,
    search: '`checkout:${checkout.id}:${checkout.attempt}`',
    replace: '`checkout:${checkout.id}:${Math.random()}`',
    tests: [startCheckout],
  },
  {
    name: 'the idempotency key of a checkout leaves the attempt out',
    file: requestSession,
    search: '`checkout:${checkout.id}:${checkout.attempt}`',
    replace: '`checkout:${checkout.id}`',
    tests: [startCheckout],
  },
  {
    name: 'the total of a cart’s session is not compared',
    file: 'src/checkout/cart/cart-channel.actions.server.ts',
    search: "compared: ['subtotal', 'total']",
    replace: "compared: ['subtotal']",
    tests: ['src/checkout/compare-prices.actions.db.test.ts'],
  },
  {
    name: 'the total of an offer’s session, whose shipping is not chosen yet, is compared',
    file: 'src/checkout/offers/offer-channel.actions.server.ts',
    search: "compared: ['subtotal']",
    replace: "compared: ['subtotal', 'total']",
    tests: ['src/checkout/offers/start-offer.actions.db.test.ts'],
  },
  {
    name: 'what was paid is compared for offers only: too little',
    file: bookPayment,
    search: 'const isShort = payment.amountTotal < figures.totalCents',
    replace: 'const isShort = charge !== null && payment.amountTotal < figures.totalCents',
    tests: [recordPayment],
  },
  {
    name: 'what was paid is compared for offers only: too much',
    file: bookPayment,
    search: 'isWhole: payment.amountTotal === figures.totalCents',
    replace: 'isWhole: charge === null || payment.amountTotal === figures.totalCents',
    tests: [recordPayment],
  },
  ...(['checkout_id', 'session_id', 'payment_intent_id'] as const).map((column) => ({
    name: `orders are not unique by ${column}`,
    sql: `alter table orders drop constraint orders_${column}_unique`,
    undo: `alter table orders add constraint orders_${column}_unique unique (${column})`,
    tests: [recordPayment],
  })),
  {
    name: 'units of a refund that waits are not counted',
    file: requestRefund,
    search: "(state === 'requested' ? (units[productId] ?? 0) : 0)",
    replace: '0',
    tests: [staffRefunds],
  },
  {
    name: 'more units return than were sold',
    file: requestRefund,
    search: 'because(isTooMany(stockBack, lines, refunds) ? tooMany : null)',
    replace: 'because(null)',
    tests: [staffRefunds],
  },
  {
    name: 'a wine or the shipping is refunded twice',
    file: requestRefund,
    search: '(purpose && isMoreThanLeft(parts, purpose))',
    replace: 'false',
    tests: [staffRefunds],
  },
  {
    name: 'a refund is for another amount than it has',
    file: 'src/orders/refunds/refund-purpose.rules.ts',
    search: 'Math.max(0, taxLeft - taxOfUnits(line, left - units, taxPercent))',
    replace: 'taxOfUnits(line, units, taxPercent)',
    tests: ['src/orders/refunds/refund-purpose.rules.test.ts'],
  },
  {
    name: 'the tax of a refunded case is a share of the refund in the month',
    file: 'src/accounting/months/month-lines.rules.ts',
    search: 'knownParts(movement) ??\n',
    replace: '',
    tests: ['src/accounting/months/month-lines.rules.test.ts'],
  },
  {
    name: 'wine lacks what rounding leaves of a divided refund',
    file: 'src/accounting/months/month-lines.rules.ts',
    search: 'wine: rest, ',
    replace: '',
    tests: ['src/accounting/months/month-lines.rules.test.ts'],
  },
  {
    name: 'a month that was closed before goodwill was counted has no sum',
    file: 'src/accounting/months/month-figures.rules.ts',
    search: 'parts[part] ?? 0',
    replace: 'parts[part]!',
    tests: ['src/accounting/months/month-figures.rules.test.ts'],
  },
  {
    name: 'what has no price at the provider is not on its page',
    file: 'src/payments/stripe-calls.adapter.server.ts',
    search: '  ...charges.map(chargeItem),\n',
    replace: '',
    tests: ['src/payments/payments.contract.test.ts'],
  },
  {
    name: 'units that returned before are not counted',
    file: requestRefund,
    search: 'line.quantity - line.returned - waiting(productId)',
    replace: 'line.quantity - waiting(productId)',
    tests: [staffRefunds],
  },
  {
    name: 'no log entry when staff resolve a flag',
    file: 'src/orders/flags/resolve-flag.actions.server.ts',
    search: 'audit(orderSubject(order), { before: { flag: flag.reason }, after: { flag: null } })',
    replace: 'unchanged()',
    tests: [afterSale],
  },
  {
    name: 'the reconciliation ignores money left authorised',
    file: 'src/accounting/reconciliation/compare-payments.actions.server.ts',
    search: "return checkout === 'open' ? [] : [{ kind: 'left-authorised', payment: id, amount }]",
    replace: 'return []',
    tests: [reconcile],
  },
  {
    name: 'the reconciliation ignores a refund that only we know',
    file: 'src/accounting/reconciliation/compare-refunds.actions.server.ts',
    search: "if (state !== 'made' || seen.has(providerId!)) continue",
    replace: 'if (order > 0) continue',
    tests: [reconcile],
  },
  {
    name: 'a session without a payment link is adopted',
    file: 'src/checkout/offers/adopt-link-sale.actions.server.ts',
    search: "if (session.paymentLinkId === null || session.state !== 'complete') return null",
    replace: "if (session.state !== 'complete') return null",
    tests: ['src/checkout/offers/adopt-link-sale.actions.db.test.ts'],
  },
  {
    name: 'the reason of a refund may be of any length',
    file: 'src/orders/refunds/refund-form.rules.ts',
    search: 'const longestReason = 200',
    replace: 'const longestReason = 201',
    tests: ['src/orders/refunds/refund-form.rules.test.ts'],
  },
  {
    name: 'the reason of a refund may be empty',
    file: 'src/orders/refunds/refund-form.rules.ts',
    search: "reason === '' || reason.length",
    replace: 'reason.length',
    tests: ['src/orders/refunds/refund-form.rules.test.ts'],
  },
  {
    name: 'a paid order with any flag is said to be refunded',
    file: 'src/orders/flags/order-flags.store.server.ts',
    search: ' and ${inArray(orderFlags.reason, [...notServedReasons])}',
    replace: '',
    tests: [recordPayment],
  },
]
