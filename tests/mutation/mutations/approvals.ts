import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const approvalsTest = 'src/orders/approvals/approvals.actions.db.test.ts'
const totalsTest = 'src/admin/overview/running-totals.store.db.test.ts'

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
  ...inFile('src/orders/approvals/approvals.actions.server.ts', approvalsTest, [
    [
      'staff approve their own refund',
      "if (verdict === 'withdraw' ? !isOwn : isOwn) {",
      "if (verdict === 'withdraw' && !isOwn) {",
    ],
    [
      'a stale code of the second factor approves',
      "if (verdict === 'approve' && !mayWithFreshCode(viewer, action)) {",
      "if (verdict !== 'approve' && !mayWithFreshCode(viewer, action)) {",
    ],
    [
      'a limit is set where nobody else could approve',
      "if (isAlone) return { ok: false, reason: 'nobody-else' }",
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
    [
      'the refund of somebody who has lost the duty is approved',
      "if (!(await mayAskerStill(tx, approval))) return 'asker-gone'",
      '',
    ],
    ['an approved refund is not checked again', 'if (whyNot) return whyNot\n', ''],
  ]),
  ...inFile('src/orders/refunds/request-refund.actions.server.ts', approvalsTest, [
    [
      'a refund over the limit asks for no second person',
      'if (!isOver) return writeRefund',
      'if (!isOver || true) return writeRefund',
    ],
    ['a form sent twice asks a second person twice', 'if (waiting) return waiting\n', ''],
  ]),
]

/** The sums of the overview, kept by triggers. */
export const totals: readonly Mutation[] = [
  {
    name: 'a deleted order stays in the sum',
    sql: 'alter table orders disable trigger total_deleted',
    undo: 'alter table orders enable trigger total_deleted',
    tests: [totalsTest],
  },
  {
    name: 'who left the list stays in the sum',
    sql: 'alter table mailing_list_clients disable trigger total_updated',
    undo: 'alter table mailing_list_clients enable trigger total_updated',
    tests: [totalsTest],
  },
  {
    name: 'a deleted customer stays in the sum until they are erased',
    sql: 'alter table users disable trigger total_updated',
    undo: 'alter table users enable trigger total_updated',
    tests: [totalsTest],
  },
  ...inFile('src/admin/overview/running-totals.store.server.ts', totalsTest, [
    [
      'folding the sums loses them',
      'select name, release_id, came, sum(count), sum(cases), sum(cents) from taken',
      'select name, release_id, came, max(count), max(cases), max(cents) from taken',
    ],
    [
      'a sum that differs is mended the wrong way',
      'select name, release_id, came, -count, -cases, -cents from',
      'select name, release_id, came, count, cases, cents from',
    ],
    [
      'an order of a release counts once for each of its wines',
      "select 'release', release_id, null, count(distinct order_id)",
      "select 'release', release_id, null, count(order_id)",
    ],
  ]),
]
