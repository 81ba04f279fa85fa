import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const approvalsTest = 'src/orders/approvals/approvals.actions.db.test.ts'
const returnsTest = 'src/shipping/returns/returns.actions.db.test.ts'
const totalsTest = 'src/admin/overview/overview.store.db.test.ts'

/** A refund that a second person approves. */
export const approvals: readonly Mutation[] = [
  ...inFile('src/platform/approvals/approval.rules.ts', approvalsTest, [
    [
      'a large refund is made by several small ones',
      'amountCents + earlierCents > refundOverCents',
      'amountCents > refundOverCents',
    ],
    [
      'a refund of the limit itself waits',
      'amountCents + earlierCents > refundOverCents',
      'amountCents + earlierCents >= refundOverCents',
    ],
  ]),
  ...inFile('src/orders/order/own-order.actions.server.ts', returnsTest, [
    [
      'staff act on an order of their own',
      'if (!(await isOwnOrder(db, viewer.id, order))) return',
      'if (!(await isOwnOrder(db, viewer.id, order)) || db) return',
    ],
  ]),
  ...inFile('src/orders/approvals/order-limit.actions.server.ts', returnsTest, [
    [
      'a replacement does not count for the next',
      'const earlierCents = refunded + (await fulfilment.replacedCents(db, id))',
      'const earlierCents = refunded',
    ],
  ]),
  ...inFile('src/shipping/returns/settle-return.actions.server.ts', returnsTest, [
    [
      'a returned box is refunded before it is received',
      '} else if (shipment.receivedAt) await refundReturned(',
      '} else await refundReturned(',
    ],
    [
      'a large refund of a returned box asks nobody',
      '!isByHand && !(await isOverOrderLimit(services, tx, order, wineCents + taxCents))',
      '!isByHand && wineCents + taxCents > 0',
    ],
  ]),
  ...inFile('src/orders/approvals/approvals.actions.server.ts', approvalsTest, [
    [
      'a request is decided on the page of another order or release',
      'if (!isOfPage) throw notThere()\n',
      '',
    ],
    [
      'staff approve their own refund',
      'if ((approval.askedBy === viewer.id) !== isOwn) {',
      'if (isOwn && approval.askedBy !== viewer.id) {',
    ],
    ['a limit is set where nobody else could approve', 'if (isAlone) {', 'if (false) {'],
  ]),
  ...inFile('src/orders/approvals/approvals.actions.server.ts', returnsTest, [
    [
      'a replacement is approved though who asked for it may no longer ship',
      "wish['replaces'] ? 'ship-orders' : ",
      '',
    ],
  ]),
  ...inFile('src/platform/approvals/approvals.store.server.ts', approvalsTest, [
    [
      'a refund is approved after its time',
      'sql`${approvals.lapsesAt} > clock_timestamp()`,\n',
      '',
    ],
  ]),
  ...inFile('src/orders/refunds/approve-refund.actions.server.ts', approvalsTest, [
    ['a stale code of the second factor approves', '  fresh: true,\n', ''],
    [
      'the refund of somebody who has lost the duty is approved',
      'await demandAsker(tx, approval)\n',
      '',
    ],
    ['an approved refund is not checked again', 'if (whyNot) throw whyNot\n', ''],
  ]),
  ...inFile('src/orders/refunds/request-refund.actions.server.ts', approvalsTest, [
    [
      'a refund over the limit asks for no second person',
      'if (!isOver) {',
      'if (!isOver || true) {',
    ],
    [
      'a form sent twice asks a second person twice',
      'if (waiting) return { refund: null, amountCents: waiting.amountCents! }\n',
      '',
    ],
  ]),
]

/** The sums of the overview. */
export const totals: readonly Mutation[] = inFile(
  'src/admin/overview/overview.store.server.ts',
  totalsTest,
  [
    [
      'a deleted customer is counted until they are erased',
      '(select count(*) from ${users} where erase_at is null)',
      '(select count(*) from ${users})',
    ],
    [
      'who may not be written to is counted',
      'where erase_at is null and ${subscriberFieldsSayYes()}',
      'where erase_at is null',
    ],
    ['who is deleted still came', 'created_at < ends and erase_at is null', 'created_at < ends'],
    [
      'an order of a release counts once for each of its wines',
      'count(distinct order_id) as orders, coalesce(sum(quantity)',
      'count(order_id) as orders, coalesce(sum(quantity)',
    ],
  ],
)
