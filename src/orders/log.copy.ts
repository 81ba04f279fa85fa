import { soldWines } from '#catalogue/wines/sold-wines.rules.ts'
import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'
import { recordCopy } from '#platform/form/fields.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { flagName } from './flags/flag-reasons.copy.ts'
import { refundFailure } from './flags/order-flags.copy.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'refund-requested': ['Refund requested', 'asked to refund', ''],
  'refund-made': ['Refund made', 'refunded', ''],
  'approval-asked': ['Second approval requested', 'asked for a second approval on', ''],
  'approval-given': ['Approved by a second person', 'approved the request on', ''],
  'approval-declined': ['Declined by a second person', 'declined the request on', ''],
  'approval-withdrawn': ['Withdrawn before approval', 'withdrew the request on', ''],
  'approval-lapsed': [
    'Expired without approval',
    'closed the request on',
    'because nobody approved it in time',
  ],
  'approval-rules-set': ['Second approval set', 'changed what needs a second person:', ''],
  'refund-failed': ['Refund failed', 'could not refund', ''],
  'flag-resolved': ['Flag reviewed', 'reviewed', ''],
  'order-note-added': ['Note added', 'wrote a note on', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  order: {
    page: (_id, label) => {
      const number = /^K-(\d+)/.exec(label)?.[1]
      return number ? paths.staffOrder(Number(number)) : null
    },
  },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const ordersLog: LogContribution = {
  actions,
  fields: {
    amountCents: 'Amount',
    purpose: 'For',
    leftCents: 'Left to refund',
    refundedCents: 'Refunded in total',
    failure: 'Reason of the payment provider',
    requestedBy: 'Requested by',
    approvedBy: 'Approved by',
    refundOverCents: 'Refunds wait above',
    endsRelease: 'The end of a release waits',
    reason: 'Reason',
    stockBack: 'Back into stock',
    flag: 'Flag',
  },
  values: {
    flag: wordIn(flagName),
    failure: (value) => refundFailure(String(value)),
    stockBack: (value) => (typeof value === 'object' && value ? stockBack(value) : null),
  },
  earlier: {
    'refund-asked': 'refund-requested',
    'order-attended': 'flag-resolved',
  },
  subjects,
}

/** Units by product: `2 × 2022 Malbec, 3-pack of 750ml`. */
const stockBack = (units: object): string =>
  Object.entries(units as Record<string, number>)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => {
      const name = Object.hasOwn(soldWines, id) ? soldWines[id as keyof typeof soldWines].name : id
      return `${count} × ${name}`
    })
    .join(', ') || recordCopy.nothing

type BuyersOrder = { id: string; number: number; name: string; email: string }

export const orderSubject = ({ id, number, name, email }: BuyersOrder) =>
  auditSubject('order', id, `K-${number} ${name} ${email}`)
