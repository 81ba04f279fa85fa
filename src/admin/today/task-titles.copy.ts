import type { Task, TaskKind } from './tasks.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { FlagReason } from '#payments/after-sale.rules.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { alarmTitle } from '../alarms/alarms.copy.ts'
import { emailName } from '#mail/mail.rules.ts'
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
