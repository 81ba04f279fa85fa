import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

/** Rules without a database: money, cart, refunds, consent, login sessions. */
export const domain: readonly Mutation[] = [
  ...inFile('src/platform/text/money.rules.ts', 'src/platform/text/money.rules.test.ts', [
    ['one decimal is read as cents', ".padEnd(2, '0')", ".padStart(2, '0')"],
    ['three decimals are an amount', String.raw`\d{1,2}))?$`, String.raw`\d{1,3}))?$`],
    ['a price is shown without its cents', 'amount % 100 === 0 ?', 'amount % 10 === 0 ?'],
  ]),
  ...inFile('src/checkout/cart/cart.rules.ts', 'src/checkout/cart/cart.rules.test.ts', [
    ['four of a wine', 'quantity <= maxQuantity', 'quantity <= maxQuantity + 1'],
    ['half a case', 'Number.isInteger(quantity) && ', ''],
    [
      'a full line lets another be added',
      'line.quantity >= maxQuantity',
      'line.quantity > maxQuantity',
    ],
    [
      'an empty cart keeps its shipping',
      'lines.length === 0 ? emptyCart',
      'lines.length < 0 ? emptyCart',
    ],
    [
      'shipping is left out of the total',
      'subtotal + (shipping ?? 0)',
      'subtotal + 0 * (shipping ?? 0)',
    ],
    ['tax is left out of what is charged', 'charged: total + tax', 'charged: total'],
  ]),
  ...inFile('src/payments/after-sale.rules.ts', 'src/payments/after-sale.rules.test.ts', [
    ['a failed refund counts', "refund.state === 'failed' ? 0", "refund.state === 'made' ? 0"],
    ['an order without a payment is refunded', "if (!order.hasPayment) return 'no-payment'", ''],
    [
      'a disputed order is refunded',
      "some(isChargeback)) return 'disputed'\n  if",
      'some(isChargeback)) return null\n  if',
    ],
    [
      'an order whose dispute is lost is refunded',
      "some(isCharged)) return 'dispute-lost'",
      'some(isCharged)) return null',
    ],
  ]),
  ...inFile('src/accounts/consent/consent.rules.ts', 'src/accounts/consent/consent.rules.test.ts', [
    ['a suppressed address is written to', 'if (suppressed) return suppressed', ''],
    ['who left the list is written to', "if (list?.hasLeft) return 'left'", ''],
    [
      'who refused on the list is written to',
      "return list.byEmail ? null : 'no-consent'",
      'return null',
    ],
    [
      'an inactive account is written to',
      "if (account?.subscription === 'inactive') return 'inactive'",
      '',
    ],
    ['a yes of staff is the person’s', ' && !account.byEmailOfStaff', ''],
    ['the ledger’s no is not heard', "facts.latest === 'no'", 'facts.latest === null'],
  ]),
  ...inFile(
    'src/accounts/sessions/session-lifetime.rules.ts',
    'src/accounts/sessions/session-lifetime.rules.test.ts',
    [
      ['a login session has no absolute end', ' || total >= loginSessionLifetime.atMost', ''],
      ['a login session ends in a request', 'left <= loginSessionLifetime.endsEarly', 'left < 0'],
      ['a login session is not renewed daily', 'age >= loginSessionLifetime.renewedEvery || ', ''],
      [
        'a login session is not renewed before its end',
        ' || left <= loginSessionLifetime.renewedAhead',
        '',
      ],
    ],
  ),
  ...inFile(
    'src/catalogue/destinations/ship-to.rules.ts',
    'src/catalogue/destinations/ship-to.rules.test.ts',
    [
      ['a rule holds on the day it ends', 'day < until', 'day <= until'],
      ['a rule begins a day late', 'day >= from', 'day > from'],
      ['the second line may be a PO box', ' || isPoBox(addressExtra, false)', ''],
      [
        'a ZIP of another state',
        "zipIsIn(zipCode, destination) ? null : 'zip-not-in-state'",
        'null',
      ],
    ],
  ),
  ...inFile('src/payments/reconciliation.rules.ts', 'src/payments/reconciliation.rules.test.ts', [
    ['a payment of another system counts', 'isOurs && theirs.state', 'theirs.state'],
    [
      'a payment without an order is not found',
      "isOurs && theirs.state === 'paid'",
      "!isOurs && theirs.state === 'paid'",
    ],
    [
      'an order without its money is not found',
      "if (theirs.state !== 'paid') {",
      "if (theirs.state === 'open') {",
    ],
    ['amounts may differ', 'theirs.amount !== ours.totalCents', 'theirs.amount < ours.totalCents'],
    [
      'refunds may differ',
      'theirs.refunded !== ours.refundedCents',
      'theirs.refunded < ours.refundedCents',
    ],
    [
      'a dispute is not found',
      'theirs.isDisputed && !ours.isDisputed',
      'theirs.isDisputed && ours.isDisputed',
    ],
  ]),
]
