import { workingDaysBetween, overdueAfterWorkingDays } from '#domain/requests/request.ts'
import { isOneOf } from '#domain/one-of.ts'
import { paths } from '#domain/paths.ts'
import { addDays } from '#domain/shipping/dispatch-days.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'

import type { Access, StaffAction } from './access.ts'
import { may } from './access.ts'

/** Each kind of task with the action that lets staff do it. */
export const taskActions = {
  dispute: 'handle-orders',
  'refund-failed': 'handle-orders',
  'order-review': 'handle-orders',
  'refund-approval': 'handle-orders',
  'release-approval': 'manage-releases',
  'request-overdue': 'answer-requests',
  'grant-lapses': 'answer-requests',
  leftovers: 'answer-requests',
  'pickup-today': 'ship-orders',
  'pickup-missed': 'ship-orders',
  'shipment-attempted': 'ship-orders',
  'shipment-at-depot': 'ship-orders',
  'shipment-returned': 'ship-orders',
  'shipment-unsound': 'ship-orders',
  'hold-ends': 'ship-orders',
  'wine-sold-out': 'set-stock',
  'price-missing': 'set-stock',
  'reconciliation-differs': 'reconcile',
  'email-failed': 'send-mail-again',
  'erasure-overdue': 'edit-users',
  'second-factor-missing': 'manage-people',
  'second-factor-locked': 'manage-people',
  alarm: 'manage-people',
} as const satisfies Record<string, StaffAction>

export type TaskKind = keyof typeof taskActions
export const taskKinds = Object.keys(taskActions) as TaskKind[]

/**
 * Kinds that become due by time, not by a write: a job creates them once a minute. All others are
 * created by triggers in the transaction of their cause.
 */
export const timedTaskKinds = [
  'request-overdue',
  'grant-lapses',
  'leftovers',
  'pickup-today',
  'hold-ends',
  'wine-sold-out',
  'price-missing',
  'erasure-overdue',
  'second-factor-missing',
  'second-factor-locked',
  'alarm',
] as const satisfies readonly TaskKind[]

export const isTimedTask = (kind: TaskKind): boolean => isOneOf(timedTaskKinds, kind)

export const taskStates = ['open', 'taken', 'done', 'obsolete'] as const

/** The kinds of tasks that a staff member's duties cover. */
export const taskKindsFor = (viewer: Access): TaskKind[] =>
  taskKinds.filter((kind) => may(viewer, taskActions[kind]))

/** A task that is open, or that a staff member has taken. */
export type Task = {
  id: string
  kind: TaskKind
  subject: string
  /** Of the order, shipment or request. */
  number: number | null
  /** The reason of a flag, the name of a wine, the kind of an email. */
  detail: string
  /** When it became a task. */
  since: Date
  /** Its deadline, where there is one. */
  due: Date | null
  taken: { by: string; isOwn: boolean; at: Date } | null
}

/** The admin page on which a task is done. */
export function taskHref({ kind, subject, number }: Pick<Task, 'kind' | 'subject' | 'number'>) {
  switch (kind) {
    case 'dispute':
    case 'refund-failed':
    case 'order-review':
    case 'refund-approval':
      return paths.staffOrder(number ?? 0)
    case 'release-approval':
      return paths.release(subject, 'check')
    case 'request-overdue':
    case 'grant-lapses':
      return paths.staffRequest(number ?? 0)
    case 'leftovers':
      return paths.requestQueue(subject)
    case 'pickup-today':
      return paths.pickups()
    case 'pickup-missed':
      return paths.pickups({ q: shipmentNumber(number ?? 0) })
    case 'shipment-attempted':
    case 'shipment-at-depot':
    case 'shipment-returned':
    case 'shipment-unsound':
      return paths.shipment(number ?? 0)
    case 'hold-ends':
      return paths.shipmentHolds()
    case 'wine-sold-out':
    case 'price-missing':
      return paths.wine(subject)
    case 'reconciliation-differs':
      return paths.reconciliation()
    case 'email-failed':
      return paths.emails()
    case 'erasure-overdue':
      return paths.dataRequests()
    case 'alarm':
      return `${paths.people()}#alarms`
    case 'second-factor-missing':
    case 'second-factor-locked':
      return paths.people()
  }
}

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
