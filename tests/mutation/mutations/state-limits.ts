import type { Mutation } from '../mutation.ts'
import { inFile, inFunction } from './in-file.ts'

const cartTest = 'src/checkout/state-rules.actions.db.test.ts'
const offerTest = 'src/checkout/offers/law-of-offers.actions.db.test.ts'
const changeTest = 'src/order-changes/law-of-changes.actions.db.test.ts'
const readyTest = 'src/shipping/readiness/state-rules.db.test.ts'
const againTest = 'src/shipping/returns/reshipment.actions.db.test.ts'
const wordsTest = 'src/catalogue/destinations/state-rules/state-rules.copy.test.ts'
const of = (name: string) => ({ name, file: 'src/app/migrations/0018_compliance.sql' })

/** How much wine the law of a state lets one person or household receive. */
export const stateLimits: readonly Mutation[] = [
  ...inFunction(of('state_verdict'), cartTest, [
    [
      'the wine of a sale itself does not count',
      'WHEN rule.limit_ml < had_ml + sale_ml THEN',
      'WHEN rule.limit_ml < had_ml THEN',
    ],
    ['sales of one household do not wait for each other', '    IF locks THEN', '    IF false THEN'],
    ['a dry place is served', "THEN 'zip-not-served'", 'THEN NULL'],
    [
      'the largest order is as large as it likes',
      'WHEN rule.largest_order_ml < sale_ml THEN',
      'WHEN false THEN',
    ],
  ]),
  ...inFunction(of('volume_had'), cartTest, [
    [
      'what is refunded goes on counting',
      'WHERE bought.refunded_cents < greatest(bought.total_cents, 1) AND',
      'WHERE',
    ],
    [
      'open payment pages do not count',
      "WHERE before IS NULL AND open.state = 'open'",
      "WHERE false AND open.state = 'open'",
    ],
  ]),
  ...inFunction(of('volume_had'), readyTest, [
    [
      'of a buyer’s boxes that may not all leave none does',
      'AND (before IS NULL OR box.handed_at IS NOT NULL OR bought.number < before)',
      '',
    ],
    [
      'what was ordered in an earlier year leaves beside what the limit allows',
      "OR before IS NOT NULL AND box.handed_at IS NULL AND box.state = 'ready'",
      '',
    ],
  ]),
  ...inFunction(of('order_ml'), againTest, [
    [
      'a box that is sent again counts as one that came back',
      "AND NOT EXISTS (SELECT FROM shipments AS again WHERE again.replaces = sent.id AND again.state <> 'cancelled')",
      '',
    ],
  ]),
  ...inFile('src/checkout/new-checkouts.store.server.ts', cartTest, [
    [
      'a checkout is written without waiting for those that count together with it',
      'await stateVerdict(tx, sale, at, { locks: true })',
      'await stateVerdict(tx, sale, at)',
    ],
    [
      'a buyer’s own other tab counts as another’s wine',
      '    if (rows.length === 0) return false\n',
      '',
    ],
  ]),
  ...inFile('src/checkout/open-checkout.actions.server.ts', cartTest, [
    [
      'an open page counts beside the cart that replaces it',
      '...(open && { checkoutId: open.id }),',
      '',
    ],
    [
      'a pickup is asked about',
      'cart.shipping !== null && needsAddress(cart.shipping)\n    ?',
      'cart.shipping !== null\n    ?',
    ],
    [
      'a refused cart closes the page that is open',
      'if (verdict && forbids(verdict)) return whyForbidden(verdict, cart, user)',
      '',
    ],
  ]),
  ...inFile('src/checkout/offers/settle-authorised.actions.server.ts', offerTest, [
    [
      'offers of one household do not wait for each other',
      'await stateVerdict(tx, sale, now, { locks: true })',
      'await stateVerdict(tx, sale, now)',
    ],
  ]),
  ...inFile('src/checkout/book-payment.actions.server.ts', offerTest, [
    [
      'payment links of one household pass its limit together',
      'const since = counts ? null : await',
      'const since = counts !== undefined ? null : await',
    ],
  ]),
  ...inFile('src/shipping/readiness/recompute-readiness.actions.server.ts', readyTest, [
    ['a box leaves for a state that is suspended', '!facts.isForbidden &&', ''],
  ]),
  ...inFile('src/order-changes/change-order.actions.server.ts', changeTest, [
    ['an order goes where the law forbids it', '  if (open.byLaw) return open.byLaw\n', ''],
  ]),
  ...inFile('src/order-changes/add-case.actions.server.ts', changeTest, [
    ['staff add cases past the limit', 'hasStateRules && needsAddress(method)', 'false'],
  ]),
  ...inFile('src/orders/order/law-of-order.store.server.ts', changeTest, [
    ['an order counts beside itself where it is to go', ', orderId }\n', ' }\n'],
    [
      'wine that was given back counts where the order goes',
      'line.quantity - line.returned',
      'line.quantity',
    ],
  ]),
  ...inFile('src/shipping/shipments/units-to-state.store.server.ts', readyTest, [
    [
      'a box that came back counts beside the others',
      "box.state not in ('cancelled', 'returned')",
      "box.state <> 'cancelled'",
    ],
  ]),
  ...inFile('src/catalogue/destinations/state-rules/state-rules.copy.ts', wordsTest, [
    [
      'the buyer is told that more can go than the limit allows',
      'unitsThatFit(limit.ml - limit.hadMl, caseMl)',
      'unitsThatFit(limit.ml, caseMl)',
    ],
  ]),
]
