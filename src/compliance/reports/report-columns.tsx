import { Link } from 'react-router'

import { count } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { stateName } from '#platform/text/us-states.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'

import { formatName } from './formats.rules.ts'
import { periodName } from './period.rules.ts'
import type { ListedReport } from './reports.store.server.ts'

/** How a report stands. */
export const standingOf = ({ figures, filedOn }: Pick<ListedReport, 'figures' | 'filedOn'>) =>
  filedOn
    ? `Filed on ${numericDay(filedOn)}`
    : [
        figures.isDraft ? 'Draft' : 'Not filed',
        ...(figures.incomplete.length > 0 ? ['incomplete'] : []),
      ].join(', ')

/** Reports in a table. */
export const reportColumns: readonly TableColumn<ListedReport>[] = [
  {
    label: 'Report',
    headsRow: true,
    cell: (report) => (
      <Link to={paths.complianceReport(report.id)}>
        {stateName(report.state)}, {periodName(report)}
      </Link>
    ),
  },
  { label: 'Format', cell: ({ format }) => formatName[format] },
  { label: 'Version', numeric: true, cell: ({ version }) => version },
  { label: 'Shipments', numeric: true, cell: ({ figures }) => count(figures.shipments) },
  { label: 'Gallons', numeric: true, cell: ({ figures }) => figures.gallons },
  {
    label: 'Made',
    cell: ({ madeAt, madeBy }) => (
      <>
        <ShopDay at={madeAt} /> by {madeBy}
      </>
    ),
  },
  { label: 'Standing', cell: standingOf },
]
