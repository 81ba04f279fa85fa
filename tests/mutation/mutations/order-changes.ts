import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const rulesTest = 'src/order-changes/order-changes.rules.test.ts'
const moneyRulesTest = 'src/order-changes/change-money.rules.test.ts'
const moneyTest = 'src/order-changes/change-money.actions.db.test.ts'
const methodTest = 'src/order-changes/change-method.actions.db.test.ts'
const dueTest = 'src/order-changes/payment-due.actions.db.test.ts'
const addTest = 'src/order-changes/add-case.actions.db.test.ts'
const splitTest = 'src/order-changes/split-order.actions.db.test.ts'
const changesTest = 'src/order-changes/change-order.actions.db.test.ts'

/** What buyers change about a paid order until it is handed over. */
export const orderChanges: readonly Mutation[] = [
  ...inFile('src/order-changes/order-changes.rules.ts', rulesTest, [
    [
      'an order is changed after its handover',
      "if (stages.includes('sent')) return 'handed-over'\n",
      '',
    ],
    [
      'a disputed or flagged order is changed',
      "if (orderState === 'disputed' || isFlagged) return 'under-review'\n",
      '',
    ],
    ['an order is changed an eleventh time', 'changes >= mostChanges', 'changes > mostChanges'],
  ]),
  ...inFile('src/order-changes/change-order.actions.server.ts', changesTest, [
    [
      'wine goes where it may not',
      'if (problem) return refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })',
      'if (problem && !tx) return refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })',
    ],
    [
      'a form sent twice is two changes',
      'if (already) return { page: own.page, after: already.after, orderId: order.id, requestKey }\n',
      '',
    ],
    [
      'a second tab changes what the first changed meanwhile',
      'if (facts.seen !== seen) {',
      'if (facts.seen < seen) {',
    ],
    [
      'a change and a handover both win',
      'await changeFacts(tx, order, await lockShipments(tx, ids))',
      'await changeFacts(tx, order, await shipmentsOf(tx, order.id))',
    ],
  ]),
  ...inFile('src/order-changes/change-order.actions.server.ts', moneyTest, [
    [
      'the address of what is collected is changed',
      'if (isPickup && !isForPickups) return notThere()\n',
      '',
    ],
  ]),
  ...inFile('src/order-changes/change-money.rules.ts', moneyRulesTest, [
    [
      'shipping that was refunded or free is refunded with fewer cases',
      'shippingCents: Math.min(left, cents - fromDifferences)',
      'shippingCents: cents - fromDifferences',
    ],
    [
      'what was paid more for shipping is refunded twice',
      '(paidCents ?? 0) - Math.max(refundCents, refundedCents)',
      '(paidCents ?? 0) - refundedCents',
    ],
    [
      'the order is refunded what was paid more for its shipping',
      'const fromDifferences = Math.min(cents, sum(differences.map(leftOfDifference)))',
      'const fromDifferences = Math.min(cents, sum(differences.map(leftOfDifference)), 0)',
    ],
    [
      'all that is left is refunded although cases are kept',
      'return centsOfPurpose(purpose) < left.cents',
      'return centsOfPurpose(purpose) <= left.cents',
    ],
    [
      'an order is changed after a refund of which is not known what it was for',
      "if (refunds.some(({ state, purpose }) => state !== 'failed' && !purpose)) return true\n",
      '',
    ],
    [
      'cases are refunded that the shipment does not have',
      'return lines.some((line) => line.units !== (units[line.productId] ?? 0))',
      'return lines.length === 0',
    ],
    [
      'a dearer method is free',
      'const cents = more > 0 ? more : ',
      'const cents = more > 0 ? 0 : ',
    ],
  ]),
  ...inFile('src/order-changes/change-money.rules.ts', moneyRulesTest, [
    ['a method that staff gave is refunded', 'given.includes(one) ? 0 : ', ''],
    [
      'a method that staff gave is free again after a cheaper one',
      'given = given.filter((method) => shippingMethods.indexOf(method) >= to)\n',
      '',
    ],
  ]),
  ...inFile('src/order-changes/order-changes.rules.ts', dueTest, [
    [
      'a method that was paid is undone by a press',
      "|| 'reason' in last.after)",
      "|| last.kind === 'method')",
    ],
  ]),
  ...inFile('src/order-changes/for-buyer.actions.server.ts', dueTest, [
    [
      'the page for what was given stays open to be paid',
      'await closeDifference(services, orderId)\n',
      '',
    ],
    [
      'a cheaper method is given without its refund',
      '.includes(method)) {',
      '.includes(method) && !reason) {',
    ],
  ]),
  ...inFile('src/order-changes/payment-due.actions.server.ts', dueTest, [
    [
      'a payment page is for another amount than the buyer was told',
      'options.find(({ value, cents }) => value === method && cents > 0)',
      "options.find(({ value, cents }) => value.split('=')[0] === method.split('=')[0] && cents > 0)",
    ],
    [
      'a cheaper method opens a payment page',
      'value === method && cents > 0)',
      'value === method)',
    ],
    [
      'two presses send two emails',
      'queueMailOnce(tx, checkout.id, mail)',
      'queueMailOnce(tx, crypto.randomUUID(), mail)',
    ],
  ]),
  ...inFile('src/order-changes/add-case.actions.server.ts', addTest, [
    [
      'an added case is sent where wine may not go',
      'if (problem) throw refuse(namingState(shipToSentence[problem], to.state))\n',
      '',
    ],
    [
      'an added case is paid without its shipping',
      '...charge,',
      '...charge, totalCents: charge.totalCents - charge.shippingCents,',
    ],
    [
      'a case is added to an order that has left',
      'if (whyNot) throw refuse(whyNoChangeText.staff[whyNot])\n',
      '',
    ],
    [
      'a fourth page for added cases is opened on a day',
      '>= mostDifferences) {',
      '> mostDifferences) {',
    ],
    [
      'an added case is not of the allocation that is kept for its buyer',
      'version: null, hasAllocations }',
      'version: null, hasAllocations: false }',
    ],
    [
      'wine is kept for an added case for longer than for a cart',
      'expiresAt: new Date(now.getTime() + holdMinutes * 60_000)',
      'expiresAt: new Date(now.getTime() + 2 * holdMinutes * 60_000)',
    ],
  ]),
  ...inFile('src/order-changes/difference-channel.actions.server.ts', dueTest, [
    [
      'what staff asked for is refunded where a buyer could not have asked',
      'whyNoChangeBy(row, facts)',
      "whyNoChangeBy({ by: 'customer' }, facts)",
    ],
  ]),
  ...inFile('src/order-changes/order-changes.store.server.ts', moneyTest, [
    ['a third order of a release is canceled without staff', '>= mostCancelled', '> mostCancelled'],
  ]),
  ...inFile('src/order-changes/change-money.actions.server.ts', moneyTest, [
    [
      'of two cancellations at once each does not count the other',
      'await lockCancelling(tx, order)\n',
      '',
    ],
    [
      'a change leaves the box as it was',
      'await fulfilment.followRefunds(tx, order, clock())\n',
      '',
    ],
    ['cases given back are lost to the allocation', 'toAllocation: true,', 'toAllocation: false,'],
    ['the wine of a canceled order does not return', 'back: units }', 'back: {} }'],
    [
      'a refund is made of another amount than was shown',
      'fewerOptions(paid).find(({ value }) => value === keep)',
      "fewerOptions(paid).find(({ value }) => value.split('=')[0] === keep.split('=')[0])",
    ],
  ]),
  ...inFile('src/order-changes/change-money.actions.server.ts', methodTest, [
    [
      'fewer cases leave what was paid more for shipping them',
      'await refundDifferences(tx, paid.differences, option.fromDifferences)\n',
      '',
    ],
    [
      'the payment page of a difference stays open after another change',
      'await closeDifference(services, orderId)\n',
      '',
    ],
  ]),
  ...inFile('src/order-changes/change-method.actions.server.ts', methodTest, [
    [
      'a dearer method is done before it is paid',
      'if (option.cents > 0) return openDifference(',
      'if (option.cents > 1_000_000) return openDifference(',
    ],
    ['a fourth payment page is opened on a day', '>= mostDifferences) {', '> mostDifferences) {'],
    [
      'what is collected is sent where wine may not go',
      'if (problem) throw refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })\n',
      '',
    ],
  ]),
  ...inFile('src/order-changes/difference-channel.actions.server.ts', methodTest, [
    [
      'a difference is taken for another amount than the change costs now',
      'const isServed = cents === amountTotal && mayGo',
      'const isServed = cents !== null && mayGo',
    ],
    [
      'a difference that was paid too late is kept',
      'await refundDifferences(tx, rest, amountTotal)\n',
      '',
    ],
    [
      'a difference paid and a handover at once both win',
      'await changeFacts(tx, order, await lockShipments(tx, ids))',
      'await changeFacts(tx, order, await shipmentsOf(tx, order.id))',
    ],
  ]),
  ...inFile('src/order-changes/refund-differences.actions.server.ts', methodTest, [
    [
      'a difference is refunded again by each call',
      'const amount = row.refundCents - centsOf(refunds)',
      'const amount = row.refundCents',
    ],
    [
      'a full refund keeps what was paid more for shipping',
      'await followFullRefund(tx, order)\n',
      '',
    ],
  ]),
  ...inFile('src/order-changes/view-changes.actions.server.ts', changesTest, [
    [
      'a limited login session changes an order',
      'if (!viewer || viewer.isLimited || ',
      'if (!viewer || ',
    ],
    [
      'a link, which may have been forwarded, shows the street',
      '...(!isByLink && shipTo && { name',
      '...(shipTo && { name',
    ],
  ]),
  ...inFile('src/shipping/shipments/shipments.store.server.ts', splitTest, [
    [
      'wine that has left is counted as still here',
      ' filter (where not is_here and not is_undone), 0) as most',
      ' filter (where false), 0) as most',
    ],
    [
      'goodwill adds the wine of the other box',
      '- coalesce(sum(line.units) filter (where not is_here), 0)',
      '- 0',
    ],
    ['each of two boxes keeps all that is left', 'most - before', 'most'],
  ]),
  ...inFile('src/order-changes/split-order.actions.server.ts', splitTest, [
    ['all cases go apart', 'casesIn(units) < all', 'casesIn(units) <= all'],
    [
      'a part goes where wine may not',
      'if (problem) return refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })',
      '',
    ],
    [
      'a payment page stays open for an order in two shipments',
      '    await closeDifference(services, orderId)\n',
      '',
    ],
  ]),
  ...inFile('src/shipping/shipments/new-shipments.store.server.ts', splitTest, [
    [
      'the box keeps what went apart',
      'set units = line.units - moved.units from',
      'set units = line.units from',
    ],
    [
      'what is put together is lost',
      'do update set units = line.units + excluded.units`',
      'do nothing`',
    ],
  ]),
]
