import { may } from '#platform/access/access.rules.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'
import { isMonth, monthsBetween } from '#platform/text/accounting-month.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { basisKey, monthBasis } from './month-basis.actions.server.ts'
import type { ClosedMonth } from './months.store.server.ts'
import { closedMonth, closedMonths } from './months.store.server.ts'
import { lastRead, monthsWithMovements, newestRead } from './movements.store.server.ts'
import { preparationKey } from './read-movements.actions.server.ts'
import { whyNotClose } from './why-not-close.rules.ts'

/**
 * When the provider's movements were last read, and whether the newest try failed or still runs.
 */
export type ReadState = { at: Date | null; state: 'read' | 'reading' | 'failed' }

/** Every month since the first movement, the newest first. */
export async function viewAccounting({ db, clock, settings }: Services) {
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

/** Marked lines on the page; the file has all of them. */
const shownMarks = 50

/** A month with the figures it was closed with, or those of its current lines. Null where it is none. */
export async function viewMonth({ db, clock, settings }: Services, viewer: Staff, month: string) {
  if (!isMonth(month)) return null
  const [closed, basis, read, isPreparing] = await Promise.all([
    closedMonth(db, month),
    monthBasis(db, month, { now: clock(), timeZone: settings.timeZone }),
    readState(db),
    isJobQueued(db, preparationKey(month)),
  ])
  const { status, lines, reconciledAt } = basis
  return {
    month,
    figures: closed?.figures ?? basis.figures,
    closed: closed ? { at: closed.closedAt, by: closed.closedBy, hashes: closed.hashes } : null,
    /** Only while it is open. */
    whyNot: closed ? null : whyNotClose(status),
    /** It would be the first to be closed, though not the first with movements. */
    leavesOpen:
      status.lastClosed === null && status.firstMoved !== null && status.firstMoved < month,
    unexplained: status.unexplained,
    reconciled:
      status.reconciled && reconciledAt ? { ...status.reconciled, at: reconciledAt } : null,
    read,
    /** Its movements are being read and compared, as staff asked. */
    isPreparing,
    /** The form to close the month sends it back. */
    seen: basisKey(basis),
    /** Lines booked in another month than that of their order or refund. */
    marked: lines
      .flatMap(({ createdAt: at, payment, amount, mark }) =>
        mark ? [{ at, order: payment?.orderNumber ?? null, amount, mark }] : [],
      )
      .slice(0, shownMarks),
    mayReopen:
      closed !== null && status.lastClosed?.month === month && may(viewer, 'reopen-months'),
  }
}
