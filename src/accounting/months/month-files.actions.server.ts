import { createHash } from 'node:crypto'

import { closedMonth, monthFile } from './months.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isMonth } from '#platform/text/accounting-month.rules.ts'
import { linesFile, sumsFile } from './month-csv.rules.ts'
import type { MonthFileKind } from './month-summary.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { summaryOf } from './accounting-summary.copy.ts'
import { monthSummaryPdf } from './pdf-month-summary.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { MonthBasis } from './month-basis.actions.server.ts'
import { monthBasis } from './month-basis.actions.server.ts'

type Closing = { at: Date; by: string } | null

/** Makes a file of a month from its current lines; `closing` is null while it is open. */
export async function makeMonthFile(
  { settings }: Pick<Services, 'settings'>,
  kind: MonthFileKind,
  { lines, figures }: Pick<MonthBasis, 'lines' | 'figures'>,
  closing: Closing,
): Promise<Buffer> {
  const dates = shopDates(settings.timeZone)
  switch (kind) {
    case 'lines':
      return Buffer.from(linesFile(figures.month, lines, dates))
    case 'sums':
      return Buffer.from(sumsFile(figures))
    case 'summary':
      return monthSummaryPdf(summaryOf(figures, closing, dates))
  }
}

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')

const endings = { lines: 'csv', sums: 'csv', summary: 'pdf' } as const satisfies Record<
  MonthFileKind,
  string
>

/**
 * A file of a month: as it was stored when the month was closed, or for an open month a draft of
 * its current lines. Recorded in the audit log. Only for staff who close months.
 */
export async function takeMonthFile(
  services: Services,
  viewer: Staff,
  { month, kind }: { month: string; kind: MonthFileKind },
): Promise<Outcome<'not-staff' | 'gone', { name: string; file: Buffer; isPdf: boolean }>> {
  if (!may(viewer, 'close-months')) return { ok: false, reason: 'not-staff' }
  if (!isMonth(month)) return { ok: false, reason: 'gone' }
  const { db, clock, settings } = services
  const closed = await closedMonth(db, month)
  const kept = closed && (await monthFile(db, month, kind))
  const basis = kept
    ? null
    : await monthBasis(db, month, { now: clock(), timeZone: settings.timeZone })
  const file = kept ?? (await makeMonthFile(services, kind, basis!, null))
  const counts = Object.values(closed?.figures.moved ?? basis!.figures.moved)
  const rows = counts.reduce((sum, { count }) => sum + count, 0)
  const made = shopDates(settings.timeZone).isoDay(clock())
  const [who = ''] = viewer.email.split('@')
  const by = who.replaceAll(/[^\w.-]+/g, '-')
  await writeAuditEntry(
    db,
    viewer,
    'list-exported',
    auditSubject('accounting-month', month, `${month} ${kind}`),
    { after: { file: kind, rows, isClosed: kept !== null, sha256: sha256(file) } },
  )
  const state = kept ? '' : '-draft'
  return {
    ok: true,
    name: `kohue-${month}-${kind}${state}-${made}-${by}.${endings[kind]}`,
    file,
    isPdf: kind === 'summary',
  }
}
