import { createHash } from 'node:crypto'

import { queueMailOnce } from '#mail/mails.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { daysSince, longDayInSpanish, periodCode, periodNameInSpanish } from './period.rules.ts'
import type { DueReport } from './reports.store.server.ts'
import { dueReports } from './reports.store.server.ts'

/** Days after the end of a period on which the business is told. Sent emails are known for longer than that. */
const toldWithinDays = 60

/** Tells the business of each report that is due, once. */
export async function tellOfDueReports({ db, clock, settings }: Services): Promise<void> {
  const today = shopDates(settings.timeZone).isoDay(clock())
  const due = await dueReports(db, today)
  for (const report of due.filter(({ until }) => daysSince(until, today) <= toldWithinDays)) {
    const { state, dueOn } = report
    const period = periodCode(report)
    const props = {
      state: stateName(state),
      period: periodNameInSpanish(report),
      dueOn: longDayInSpanish(dueOn),
      link: settings.publicUrl + paths.complianceReports({ state, period }),
    }
    const mail = { kind: 'report-due' as const, recipient: settings.businessEmail, props }
    await db.transaction((tx) => queueMailOnce(tx, mailId(report), mail))
  }
}

/** The same id for the same report, whenever it is asked. */
const mailId = (report: DueReport): string =>
  createHash('sha256')
    .update(`report-due ${report.state} ${periodCode(report)}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
