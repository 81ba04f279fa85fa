import { closedMonth, deleteMonth, insertMonth, lastClosedMonth } from './months.store.server.ts'
import { lockAccounts } from './movements.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isMonth } from '#platform/text/accounting-month.rules.ts'
import type { Unexplained, WhyNotClose } from './why-not-close.rules.ts'
import { whyNotClose } from './why-not-close.rules.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import type { MonthFileKind } from './month-summary.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { monthSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { basisKey, monthBasis } from './month-basis.actions.server.ts'
import { makeMonthFile, sha256 } from './month-files.actions.server.ts'

export type ClosedOutcome =
  | { ok: true }
  | {
      ok: false
      reason: WhyNotClose | 'not-staff' | 'gone' | 'changed-meanwhile'
      unexplained?: readonly Unexplained[]
    }

/**
 * Closes a month: figures, files and audit log entry in one transaction that calls no external
 * service. `seen` is the `basisKey` of the figures that the form showed. Only for staff who close
 * months.
 */
export async function closeMonth(
  services: Services,
  viewer: Staff,
  { month, seen }: { month: string; seen: string },
): Promise<ClosedOutcome> {
  if (!may(viewer, 'close-months')) return { ok: false, reason: 'not-staff' }
  if (!isMonth(month)) return { ok: false, reason: 'gone' }
  const { db, clock, settings } = services
  return db.transaction(async (tx): Promise<ClosedOutcome> => {
    await lockAccounts(tx)
    const closedAt = clock()
    const basis = await monthBasis(tx, month, { now: closedAt, timeZone: settings.timeZone })
    const reason = whyNotClose(basis.status)
    if (reason) return { ok: false, reason, unexplained: basis.status.unexplained }
    if (basisKey(basis) !== seen) return { ok: false, reason: 'changed-meanwhile' }
    const closing = { at: closedAt, by: viewer.email }
    const file = (kind: MonthFileKind) => makeMonthFile(services, kind, basis, closing)
    const files = {
      lines: await file('lines'),
      sums: await file('sums'),
      summary: await file('summary'),
    }
    const hashes = {
      lines: sha256(files.lines),
      sums: sha256(files.sums),
      summary: sha256(files.summary),
    }
    const { figures } = basis
    await insertMonth(tx, { month, closedAt, closedBy: viewer.email, figures, hashes, files })
    await writeAuditEntry(tx, viewer, 'month-closed', monthSubject(month), {
      after: { ...owed(figures), ...hashes },
    })
    return { ok: true }
  })
}

const owed = ({ opening, closing }: MonthFigures) => ({
  opening: formatAmount(opening),
  closing: formatAmount(closing),
})

/** In characters. */
const longestReason = 300

/**
 * Reopens the last closed month; the audit log keeps the reason and its figures. Only for an owner.
 */
export async function reopenMonth(
  { db }: Services,
  viewer: Staff,
  { month, reason }: { month: string; reason: string },
): Promise<Outcome<'not-staff' | 'not-closed' | 'not-last' | 'no-reason'>> {
  if (!may(viewer, 'reopen-months')) return { ok: false, reason: 'not-staff' }
  const why = reason.trim()
  if (why === '' || why.length > longestReason) return { ok: false, reason: 'no-reason' }
  return db.transaction(async (tx) => {
    await lockAccounts(tx)
    const closed = isMonth(month) ? await closedMonth(tx, month) : null
    if (!closed) return { ok: false, reason: 'not-closed' }
    const last = await lastClosedMonth(tx)
    if (last?.month !== month) return { ok: false, reason: 'not-last' }
    await deleteMonth(tx, month)
    await writeAuditEntry(tx, viewer, 'month-reopened', monthSubject(month), {
      before: { ...owed(closed.figures), closedBy: closed.closedBy, ...closed.hashes },
      after: { reason: why },
    })
    return { ok: true }
  })
}
