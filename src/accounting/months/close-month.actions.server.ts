import { z } from 'zod'

import { filled, text } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { isMonth, monthName } from '#platform/text/accounting-month.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { monthSubject } from '../log.copy.ts'
import { whyNotText } from './accounting.copy.ts'
import { basisKey, monthBasis } from './month-basis.actions.server.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import { makeMonthFile, sha256 } from './month-files.actions.server.ts'
import { longestReason } from './month-summary.rules.ts'
import type { MonthFileKind } from './month-summary.rules.ts'
import { closedMonth, deleteMonth, insertMonth, lastClosedMonth } from './months.store.server.ts'
import { lockAccounts } from './movements.store.server.ts'
import { whyNotClose } from './why-not-close.rules.ts'

/**
 * Closes a month: figures, files and audit log entry in one transaction that calls no external
 * service. `seen` is the `basisKey` of the figures that the form showed.
 */
export const closeMonth = staffAction({
  needs: 'close-months',
  log: 'month-closed',
  form: z.object({ month: text(), seen: text() }),
  async run({ services, tx, viewer, now: closedAt, audit, unchanged }, { month, seen }) {
    if (!isMonth(month)) return notThere()
    await lockAccounts(tx)
    const { timeZone } = services.settings
    const basis = await monthBasis(tx, month, { now: closedAt, timeZone })
    const why = whyNotClose(basis.status)
    if (why === 'closed-already') {
      unchanged()
      return { month, wasClosed: true }
    }
    if (why) return refuse(whyNotText(why, month))
    if (basisKey(basis) !== seen) {
      return refuse('The month’s lines changed since you looked. Look again, then close it.')
    }
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
    audit(monthSubject(month), { after: { ...owed(figures), ...hashes } })
    return { month, wasClosed: false }
  },
  say: ({ month, wasClosed }) =>
    wasClosed
      ? { tone: 'info', sentence: whyNotText('closed-already', month) }
      : `${monthName(month)} is closed.`,
})

const owed = ({ opening, closing }: MonthFigures) => ({
  opening: formatAmount(opening),
  closing: formatAmount(closing),
})

/** Reopens the last closed month; the audit log keeps the reason and its figures. Only for an owner. */
export const reopenMonth = staffAction({
  needs: 'reopen-months',
  log: 'month-reopened',
  form: z.object({
    month: text(),
    reason: filled(longestReason, `Give a reason of at most ${longestReason} characters.`),
  }),
  async run({ tx, audit }, { month, reason }) {
    await lockAccounts(tx)
    const closed = isMonth(month) ? await closedMonth(tx, month) : null
    if (!closed) return refuse('This month is not closed.')
    const last = await lastClosedMonth(tx)
    if (last?.month !== month) return refuse('Only the last closed month can be opened again.')
    await deleteMonth(tx, month)
    audit(monthSubject(month), {
      before: { ...owed(closed.figures), closedBy: closed.closedBy, ...closed.hashes },
      after: { reason },
    })
    return { month }
  },
  say: ({ month }) => `${monthName(month)} is open again.`,
})
