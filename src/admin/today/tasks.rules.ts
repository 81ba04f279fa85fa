import { workingDaysBetween, overdueAfterWorkingDays } from '#requests/request.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

import type { Access, StaffAction } from '#platform/access/access.rules.ts'
import { may } from '#platform/access/access.rules.ts'

/** What a task is about. */
type Subject = {
  subject: string
  /** Of the order, shipment or request. */
  number: number | null
}

type Kind = {
  /** The action that lets staff do it. */
  action: StaffAction
  /** The admin page on which it is done. */
  href: (task: Subject) => string
  /**
   * It becomes due by time, not by a write: a job creates it once a minute. All others are created by
   * triggers in the transaction of their cause.
   */
  isTimed?: true
}

const order = ({ number }: Subject) => paths.staffOrder(number ?? 0)
const request = ({ number }: Subject) => paths.staffRequest(number ?? 0)
const shipment = ({ number }: Subject) => paths.shipment(number ?? 0)
const wine = ({ subject }: Subject) => paths.wine(subject)

const kinds = {
  dispute: { action: 'handle-orders', href: order },
  'refund-failed': { action: 'handle-orders', href: order },
  'order-review': { action: 'handle-orders', href: order },
  'refund-approval': { action: 'handle-orders', href: order },
  'release-approval': {
    action: 'manage-releases',
    href: ({ subject }) => paths.release(subject, 'check'),
  },
  'request-overdue': { action: 'answer-requests', href: request, isTimed: true },
  'grant-lapses': { action: 'answer-requests', href: request, isTimed: true },
  leftovers: {
    action: 'answer-requests',
    href: ({ subject }) => paths.requestQueue(subject),
    isTimed: true,
  },
  'pickup-today': { action: 'ship-orders', href: () => paths.pickups(), isTimed: true },
  'pickup-missed': {
    action: 'ship-orders',
    href: ({ number }) => paths.pickups({ q: shipmentNumber(number ?? 0) }),
  },
  'shipment-attempted': { action: 'ship-orders', href: shipment },
  'shipment-at-depot': { action: 'ship-orders', href: shipment },
  'shipment-returned': { action: 'ship-orders', href: shipment },
  'shipment-unsound': { action: 'ship-orders', href: shipment },
  'hold-ends': { action: 'ship-orders', href: () => paths.shipmentHolds(), isTimed: true },
  'wine-sold-out': { action: 'set-stock', href: wine, isTimed: true },
  'price-missing': { action: 'set-stock', href: wine, isTimed: true },
  'reconciliation-differs': { action: 'reconcile', href: () => paths.reconciliation() },
  'email-failed': { action: 'send-mail-again', href: () => paths.emails() },
  'erasure-overdue': { action: 'edit-users', href: () => paths.dataRequests(), isTimed: true },
  'second-factor-missing': { action: 'manage-people', href: () => paths.people(), isTimed: true },
  'second-factor-locked': { action: 'manage-people', href: () => paths.people(), isTimed: true },
  alarm: { action: 'manage-people', href: () => `${paths.people()}#alarms`, isTimed: true },
} as const satisfies Record<string, Kind>

export type TaskKind = keyof typeof kinds
export const taskKinds = Object.keys(kinds) as TaskKind[]

const kindOf = (kind: TaskKind): Kind => kinds[kind]

/** The action that lets staff do tasks of a kind. */
export const taskAction = (kind: TaskKind): StaffAction => kindOf(kind).action

/** Whether time alone makes tasks of a kind due. */
export const isTimedTask = (kind: TaskKind): boolean => kindOf(kind).isTimed === true

export const taskStates = ['open', 'taken', 'done', 'obsolete'] as const

/** The kinds of tasks that a staff member's duties cover. */
export const taskKindsFor = (viewer: Access): TaskKind[] =>
  taskKinds.filter((kind) => may(viewer, taskAction(kind)))

/** A task that is open, or that a staff member has taken. */
export type Task = Subject & {
  id: string
  kind: TaskKind
  /** The reason of a flag, the name of a wine, the kind of an email. */
  detail: string
  /** When it became a task. */
  since: Date
  /** Its deadline, where there is one. */
  due: Date | null
  taken: { by: string; isOwn: boolean; at: Date } | null
}

/** The admin page on which a task is done. */
export const taskHref = ({ kind, ...task }: Pick<Task, 'kind' | keyof Subject>): string =>
  kindOf(kind).href(task)

/** Minutes for which a task that a staff member has taken is theirs alone. */
export const takenForMinutes = 30

export type Urgency = 'overdue' | 'today' | 'open'

/** How urgent a task is: overdue, due within a day, or neither. */
export function urgencyOf({ due }: Pick<Task, 'due'>, now: Date): Urgency {
  if (!due) return 'open'
  const left = due.getTime() - now.getTime()
  return left < 0 ? 'overdue' : left < 86_400_000 ? 'today' : 'open'
}

/** The latest day (`2026-11-20`) from which an open request is overdue today. */
export function lastOverdueDay(today: string): string {
  for (let days = overdueAfterWorkingDays; ; days++) {
    const day = addDays(today, -days)
    if (workingDaysBetween(day, today) > overdueAfterWorkingDays) return day
  }
}
