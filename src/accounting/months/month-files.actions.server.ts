import { createHash } from 'node:crypto'

import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { isMonth } from '#platform/text/accounting-month.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { summaryOf } from './accounting-summary.copy.ts'
import type { MonthBasis } from './month-basis.actions.server.ts'
import { monthBasis } from './month-basis.actions.server.ts'
import { linesFile, sumsFile } from './month-csv.rules.ts'
import type { MonthFileKind } from './month-summary.rules.ts'
import { monthFileKinds } from './month-summary.rules.ts'
import { closedMonth, monthFile } from './months.store.server.ts'
import { monthSummaryPdf } from './pdf-month-summary.server.ts'

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
 * its current lines.
 */
export const takeMonthFile = staffAction({
  needs: 'close-months',
  log: 'list-exported',
  form: z.object({ month: text(), kind: z.enum(monthFileKinds) }),
  async run({ services, tx, viewer, now, today, audit }, { month, kind }) {
    if (!isMonth(month)) return notThere()
    const closed = await closedMonth(tx, month)
    const kept = closed && (await monthFile(tx, month, kind))
    const { timeZone } = services.settings
    const basis = kept ? null : await monthBasis(tx, month, { now, timeZone })
    const file = kept ?? (await makeMonthFile(services, kind, basis!, null))
    const counts = Object.values(closed?.figures.moved ?? basis!.figures.moved)
    const rows = counts.reduce((sum, { count }) => sum + count, 0)
    audit(auditSubject('accounting-month', month, `${month} ${kind}`), {
      after: { file: kind, rows, isClosed: kept !== null, sha256: sha256(file) },
    })
    const [who = ''] = viewer.email.split('@')
    const by = who.replaceAll(/[^\w.-]+/g, '-')
    const state = kept ? '' : '-draft'
    const name = `kohue-${month}-${kind}${state}-${today}-${by}.${endings[kind]}`
    return { name, file, isPdf: kind === 'summary' }
  },
})
