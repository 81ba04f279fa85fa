import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const reports = 'src/compliance/reports'
const reportsTest = `${reports}/reports.db.test.ts`
const filesTest = `${reports}/report-file.rules.test.ts`
const listTest = 'src/compliance/carrier-list/carrier-list.rules.test.ts'

/** Reports to states, and carriers' lists. */
export const stateReports: readonly Mutation[] = [
  ...inFile(`${reports}/volume.rules.ts`, `${reports}/volume.rules.test.ts`, [
    ['gallons are rounded down', '20_000_000_000n + millionthsOfGallon)', '20_000_000_000n)'],
  ]),
  ...inFile(`${reports}/shipped.rules.ts`, filesTest, [
    [
      'a shipment without tracking number is complete',
      "lack === 'tracking' ? trackingNumbers.length === 0 :",
      "lack === 'tracking' ? false :",
    ],
    ['a box that came back lacks a signature', ': !isSigned && !isUndelivered', ': !isSigned'],
    [
      'wine of an unknown class is taxed as still',
      "if (wine.class === '' || wine.alcohol === null)",
      'if (wine.alcohol === null)',
    ],
  ]),
  ...inFile(`${reports}/shipped.store.server.ts`, reportsTest, [
    [
      'a report counts days of the shop',
      'else day_in(s.to_state, coalesce(s.shipped_at, s.handed_at)) end`',
      'else (coalesce(s.shipped_at, s.handed_at) at time zone ${timeZone})::date end`',
    ],
    [
      'a delivery has the day of the shop',
      'day_in(s.to_state, s.delivered_at)::text',
      '(s.delivered_at at time zone ${timeZone})::date::text',
    ],
    [
      'a license is not named that ended on the first day',
      'and until_day >= ${from}::date',
      'and until_day > ${from}::date',
    ],
    [
      'a report has the day after its period',
      'and day < ${until}::date',
      'and day <= ${until}::date',
    ],
    [
      'a number that was corrected counts as tracking',
      'box.shipment_id = s.id and box.superseded_at is null',
      'box.shipment_id = s.id',
    ],
  ]),
  ...inFile(`${reports}/make-report.actions.server.ts`, reportsTest, [
    ['a period that runs is no draft', 'isDraft: today < period.until', 'isDraft: false'],
    ['the same report is made again', 'if (last?.file === file) {', 'if (!file) {'],
  ]),
  ...inFile(`${reports}/reports.store.server.ts`, reportsTest, [
    [
      'a report that was filed stays due',
      'filed.from_day = due.from_day and filed.filed_on is not null)',
      'filed.from_day = due.from_day and false)',
    ],
  ]),
  ...inFile(`${reports}/tell-of-due-reports.actions.server.ts`, reportsTest, [
    [
      'the business is told of one state alone',
      '`report-due ${report.state} ${periodCode(report)}`',
      '`report-due ${periodCode(report)}`',
    ],
  ]),
  ...inFile(`${reports}/take-report-file.actions.server.ts`, reportsTest, [
    [
      'a report of many persons leaves without a fresh code',
      "if (needs === 'code') return codeDue()",
      '',
    ],
  ]),
  ...inFile(`src/compliance/carrier-list/carrier-list.rules.ts`, listTest, [
    [
      'a parcel in another state is no difference',
      'row.state !== null && row.state !== parcel.state',
      'row.state === null',
    ],
    [
      'a corrected number is a parcel of ours',
      'if (!parcel || parcel.isSuperseded) {',
      'if (!parcel) {',
    ],
  ]),
]
