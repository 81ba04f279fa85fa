import { Link } from 'react-router'

import type { Column } from '#platform/admin/admin-table.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { letters } from '#ui/layout.ts'

import { complianceParts } from '../parts.rules.ts'
import type { Route } from './+types/licences.page'
import { licenceList } from './licence-list.store.server.ts'
import { holderName, reportsDueText, standingOf } from './licence.rules.ts'

const copy = {
  title: 'Licenses',
  search: 'State, kind or number',
  none: 'No license yet. A state without one is sold to as long as no rule in force forbids it.',
  noneFound: 'No license matches.',
  one: 'license',
  many: 'licenses',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(licenceList, args)

type Row = ListRow<typeof licenceList>

const columns: readonly Column<Row>[] = [
  {
    label: 'State',
    cell: (row) => <Link to={paths.licence(row.id)}>{stateName(row.state)}</Link>,
  },
  {
    label: 'License',
    wraps: true,
    cell: (row) => (
      <>
        {row.kind}
        <span className={letters.below}>{holderName[row.holder]}</span>
      </>
    ),
  },
  { label: 'Number', wraps: true, cell: (row) => row.number },
  { label: 'First day', cell: (row) => numericDay(row.from) },
  { label: 'Last day', sort: 'end', cell: (row) => numericDay(row.until) },
  {
    label: 'Standing',
    wraps: true,
    cell: (row) => {
      const { words, isBad } = standingOf(row)
      return isBad ? <strong className={letters.bad}>{words}</strong> : words
    },
  },
  {
    label: 'Reports due',
    cell: (row) => reportsDueText(row.reportsEvery, row.reportsDueDay) ?? 'None',
  },
  {
    label: 'Document',
    cell: (row) =>
      row.hasDocument ? (
        <a
          href={paths.licenceDocument(row.id)}
          download
          aria-label={`Download the document of ${row.kind} ${row.number}`}
        >
          Download
        </a>
      ) : (
        'None'
      ),
  },
]

export default function Licences({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      name="licenses"
      {...loaderData}
      {...{ copy, columns }}
      rowKey={(row) => row.id}
      actions={
        <>
          <ButtonLink kind="secondary" href={paths.newLicence()}>
            New license
          </ButtonLink>
          <Link to={paths.compliance()}>{complianceParts.compliance.title}</Link>
        </>
      }
    />
  )
}
