import { adminParts } from '#platform/admin/parts.rules.ts'
import type { Task, TaskKind } from './tasks.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { FlagReason } from '#payments/after-sale.rules.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

import { alarmTitle } from '../alarms/alarms.copy.ts'
import { emailName } from '#mail/admin-emails.copy.ts'
import { flagName } from '#orders/flags/order-flags.copy.ts'

type Named = Pick<Task, 'kind' | 'number' | 'detail'>

const order = (number: number | null) => `K-${number}`
const flag = (reason: string) =>
  Object.hasOwn(flagName, reason) ? flagName[reason as FlagReason] : reason

/** What each kind of task is, and what its button says. */
const kinds = {
  dispute: [({ number }) => `Answer the dispute of ${order(number)}`, 'Answer'],
  'refund-failed': [({ number }) => `Refund of ${order(number)} failed`, 'Refund again'],
  'order-review': [
    ({ number, detail }) => `Review ${order(number)}: ${flag(detail).toLowerCase()}`,
    'Review',
  ],
  'refund-approval': [
    ({ number, detail }) =>
      `Approve the refund of ${formatAmount(Number(detail))} on ${order(number)}, or decline it`,
    'See what was asked',
  ],
  'release-approval': [
    ({ detail }) => `Approve the end of ${detail}, or decline it`,
    'See what was asked',
  ],
  'request-overdue': [
    ({ number }) => `Answer ${requestNumber(number ?? 0)}, open for more than five working days`,
    'Answer',
  ],
  'grant-lapses': [
    ({ number }) => `The grant of ${requestNumber(number ?? 0)} lapses today`,
    'Look at it',
  ],
  leftovers: [
    ({ detail }) => `${detail}: its release has ended, and cases are left for open requests`,
    'Grant by queue',
  ],
  'pickup-today': [({ number }) => `Pickup today: ${shipmentNumber(number ?? 0)}`, 'See pickups'],
  'pickup-missed': [
    ({ number }) => `${shipmentNumber(number ?? 0)} was not picked up`,
    'Propose a time',
  ],
  'shipment-attempted': [
    ({ number }) => `Delivery of ${shipmentNumber(number ?? 0)} was attempted`,
    'Follow up',
  ],
  'shipment-at-depot': [
    ({ number }) => `${shipmentNumber(number ?? 0)} waits at the carrier’s depot`,
    'Follow up',
  ],
  'shipment-returned': [({ number }) => `${shipmentNumber(number ?? 0)} came back`, 'Settle'],
  'shipment-unsound': [
    ({ number, detail }) =>
      `${shipmentNumber(number ?? 0)} is ${detail === 'lost' ? 'lost' : 'damaged'}`,
    'Settle',
  ],
  'hold-ends': [() => 'A shipment hold ends today', 'See holds'],
  'wine-sold-out': [({ detail }) => `${detail} is sold out and still on sale`, 'See the wine'],
  'price-missing': [
    ({ detail }) => `${detail} has no price at the payment provider`,
    'See the wine',
  ],
  'reconciliation-differs': [
    ({ detail }) =>
      detail === ''
        ? 'The comparison with the payment provider failed'
        : detail === '1'
          ? '1 difference from the payment provider’s ledger'
          : `${detail} differences from the payment provider’s ledger`,
    'Look at it',
  ],
  'email-failed': [
    ({ detail }) => `An email failed for good: ${emailName(detail).toLowerCase()}`,
    'Send again',
  ],
  'erasure-overdue': [
    ({ number }) => `Data request ${number ?? ''} is open for more than 30 days`,
    'Answer',
  ],
  'second-factor-locked': [
    () =>
      'Wrong codes locked a staff member’s second factor: if they did not type them, their password is known',
    'See people',
  ],
  'second-factor-missing': [() => 'Some of the staff have no second factor yet', 'See people'],
  alarm: [({ detail }) => alarmTitle(detail), 'What to do'],
} as const satisfies Record<TaskKind, readonly [(task: Named) => string, string]>

/** What has to be done, without personal data. */
export const taskTitle = (task: Named): string => kinds[task.kind][0](task)

export const taskButton = (kind: TaskKind): string => kinds[kind][1]

export const tasksCopy = {
  title: adminParts.today.title,
  none: 'All done.',
  nothing: 'Nothing waits for you.',
  next: {
    'pickup-today': (number) => `Next: pickup of ${shipmentNumber(number ?? 0)},`,
    'hold-ends': () => 'Next: a shipment hold ends,',
    'grant-lapses': (number) => `Next: the grant of ${requestNumber(number ?? 0)} lapses,`,
    'erasure-overdue': (number) => `Next: data request ${number ?? ''} is due,`,
  } satisfies Partial<Record<TaskKind, (number: number | null) => string>>,
  summary: (count: number, isMore: boolean) =>
    isMore
      ? `more than ${count.toLocaleString('en-US')} things to do`
      : count === 1
        ? '1 thing to do'
        : `${count.toLocaleString('en-US')} things to do`,
  intro:
    'Everything that waits for someone with your duties, the oldest first. A task closes by itself once it is done where its button leads.',
  due: 'Due',
  overdue: 'Was due',
  taken: (by: string, ago: string) => `taken by ${by} ${ago}`,
  own: (ago: string) => `taken by you ${ago}`,
  giveBack: 'Give back',
  giveBackOf: (title: string) => `Give back: ${title}`,
  closed: 'This is already done, or no longer needed.',
  takenNow: (by: string) =>
    `${by} is working on this. You may still open it; what both of you change is saved only once.`,
  returned: 'Given back.',
  overview: {
    open: (count: number) => (count === 1 ? 'thing to do' : 'things to do'),
    overdue: 'overdue',
    today: 'due within a day',
  },
} as const

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['min', 60_000],
] as const

/** How long ago, in the largest whole unit: `3 days`, `2 hours`, `5 min`; `now` within a minute. */
export function ageOf(since: Date, now: Date): string {
  const millis = Math.max(0, now.getTime() - since.getTime())
  const [unit, size] = units.find(([, length]) => millis >= length) ?? units[2]
  const figure = Math.floor(millis / size)
  if (figure === 0) return 'now'
  return `${figure} ${unit}${figure === 1 || unit === 'min' ? '' : 's'}`
}

/** `3 min ago`, `just now` */
export function agoOf(at: Date, now: Date): string {
  const age = ageOf(at, now)
  return age === 'now' ? 'just now' : `${age} ago`
}
