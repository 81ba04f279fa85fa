import type { ClosedMonth } from './months.store.server.ts'
import { closedMonth, closedMonths } from './months.store.server.ts'
import { lastRead, monthsWithMovements, newestRead } from './movements.store.server.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { isMonth, monthsBetween } from '#platform/text/accounting-month.rules.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import type { LineMark } from './month-lines.rules.ts'
import type { Unexplained, WhyNotClose } from './why-not-close.rules.ts'
import { whyNotClose } from './why-not-close.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { basisKey, monthBasis } from './month-basis.actions.server.ts'
import { preparationKey } from './read-movements.actions.server.ts'

/**
 * When the provider's movements were last read, and whether the newest try failed or still runs.
 */
export type ReadState = { at: Date | null; state: 'read' | 'reading' | 'failed' }

export type MonthOfList = {
  month: AccountingMonth
  isOver: boolean
  closed: { at: Date; by: string; opening: number; closing: number } | null
}

/** Every month since the first movement, the newest first. */
export async function viewAccounting(
  { db, clock, settings }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { months: MonthOfList[]; read: ReadState }>> {
  if (!may(viewer, 'close-months')) return { ok: false, reason: 'not-staff' }
  const thisMonth = shopDates(settings.timeZone).isoDay(clock()).slice(0, 7)
  const [closed, moved, read] = await Promise.all([
    closedMonths(db),
    monthsWithMovements(db),
    readState(db),
  ])
  const known = new Map(closed.map((row) => [row.month, row]))
  const first = [thisMonth, moved?.first, closed.at(-1)?.month]
    .filter((month) => month !== undefined)
    .toSorted()[0]!
  const last = moved && moved.last > thisMonth ? moved.last : thisMonth
  const months = monthsBetween(first, last).toReversed()
  return {
    ok: true,
    read,
    months: months.map((month) => {
      const row = known.get(month)
      return {
        month,
        isOver: month < thisMonth,
        closed: row ? summaryOfClosed(row) : null,
      }
    }),
  }
}

const summaryOfClosed = ({ closedAt: at, closedBy: by, figures }: ClosedMonth) => ({
  at,
  by,
  opening: figures.opening,
  closing: figures.closing,
})

async function readState(db: Services['db']): Promise<ReadState> {
  const [last, newest] = await Promise.all([lastRead(db), newestRead(db)])
  const state = !newest?.finishedAt && newest ? 'reading' : newest?.hasFailed ? 'failed' : 'read'
  return { at: last?.finishedAt ?? null, state }
}

type ViewedMonth = Outcome<
  'not-staff' | 'gone',
  {
    month: AccountingMonth
    figures: MonthFigures
    closed: { at: Date; by: string; hashes: Record<string, string> } | null
    /** Only while it is open. */
    whyNot: WhyNotClose | null
    unexplained: readonly Unexplained[]
    reconciled: { at: Date; differences: number; isWhole: boolean } | null
    read: ReadState
    /** Its movements are being read and compared, as staff asked. */
    isPreparing: boolean
    /** `basisKey` of the figures shown, which the form to close the month sends back. */
    seen: string
    /** Lines booked in another month than that of their order or refund. */
    marked: { at: Date; order: number | null; amount: number; mark: LineMark }[]
    mayReopen: boolean
  }
>

/** Marked lines on the page; the file has all of them. */
const shownMarks = 50

/** A month with the figures it was closed with, or those of its current lines. Only for staff. */
export async function viewMonth(
  { db, clock, settings }: Services,
  viewer: Staff,
  month: string,
): Promise<ViewedMonth> {
  if (!may(viewer, 'close-months')) return { ok: false, reason: 'not-staff' }
  if (!isMonth(month)) return { ok: false, reason: 'gone' }
  const [closed, basis, read, isPreparing] = await Promise.all([
    closedMonth(db, month),
    monthBasis(db, month, { now: clock(), timeZone: settings.timeZone }),
    readState(db),
    isJobQueued(db, preparationKey(month)),
  ])
  const { status, lines, reconciledAt } = basis
  return {
    ok: true,
    month,
    figures: closed?.figures ?? basis.figures,
    closed: closed ? { at: closed.closedAt, by: closed.closedBy, hashes: closed.hashes } : null,
    whyNot: closed ? null : whyNotClose(status),
    unexplained: status.unexplained,
    reconciled:
      status.reconciled && reconciledAt ? { ...status.reconciled, at: reconciledAt } : null,
    read,
    isPreparing,
    seen: basisKey(basis),
    marked: lines
      .flatMap(({ createdAt: at, payment, amount, mark }) =>
        mark ? [{ at, order: payment?.orderNumber ?? null, amount, mark }] : [],
      )
      .slice(0, shownMarks),
    mayReopen:
      closed !== null && status.lastClosed?.month === month && may(viewer, 'reopen-months'),
  }
}
