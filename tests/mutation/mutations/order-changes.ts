import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const rulesTest = 'src/order-changes/order-changes.rules.test.ts'
const changesTest = 'src/order-changes/change-order.actions.db.test.ts'

/** What buyers change about a paid order until it is handed over. */
export const orderChanges: readonly Mutation[] = [
  ...inFile('src/order-changes/order-changes.rules.ts', rulesTest, [
    [
      'an order is changed after its handover',
      "if (!shipments.every(isHere)) return 'handed-over'\n",
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
      'if (already) return { page: own.page, after: already.after, orderId: order.id }\n',
      '',
    ],
    [
      'a second tab changes what the first changed meanwhile',
      'if (facts.changes !== seen) {',
      'if (facts.changes < seen) {',
    ],
    [
      'a change and a handover both win',
      'await changeFacts(tx, order, await lockShipments(tx, ids))',
      'await changeFacts(tx, order, await shipmentsOf(tx, order.id))',
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
      '...(!isByLink && { name, address, addressExtra, zipCode })',
      '...{ name, address, addressExtra, zipCode }',
    ],
  ]),
]
