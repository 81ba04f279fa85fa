import { z } from 'zod'

import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { csvLine, csvStart, exportName } from '#platform/csv/csv.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { overviewTables, tablesOf } from './overview-tables.ts'
import { recentFigures } from './overview.store.server.ts'

/** The numbers of one part of the overview as a file. */
export const takeOverviewFile = staffAction({
  needs: 'see-overview',
  log: 'list-exported',
  form: z.object({ table: z.enum(overviewTables) }),
  async run({ services: { db, settings }, viewer, today, audit }, { table }) {
    const figures = await recentFigures(db, settings.timeZone)
    const { headings, rows } = tablesOf(figures, shopDates(settings.timeZone))[table]
    const name = `overview-${table}`
    audit(auditSubject('list', name), { after: { rows: rows.length } })
    const lines = [headings, ...rows.map((row) => row.map(({ value }) => value))]
    return {
      name: exportName(name, today, viewer.email),
      text: csvStart + lines.map(csvLine).join(''),
    }
  },
})
