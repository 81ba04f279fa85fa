import { Link } from 'react-router'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'

import { complianceParts } from '../parts.rules.ts'
import type { Route } from './+types/states.page'
import { rulesInForce } from './states.store.server.ts'

const { title } = complianceParts.compliance

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, services }) {
    const served = statesServed(shopToday(services))
    const rules = await rulesInForce(db, served, services.clock())
    return { states: served.map((state) => ({ state, version: rules.get(state) ?? null })) }
  },
  actions: {},
})
export const loader = page.loader

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

type State = Route.ComponentProps['loaderData']['states'][number]

const columns: readonly TableColumn<State>[] = [
  { label: 'State', cell: ({ state }) => stateName(state) },
  {
    label: 'Rule in force',
    cell: ({ version }) => (version === null ? 'None' : `Version ${version}`),
  },
]

export default function States({ loaderData: { states } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={title}
      actions={
        <>
          <Link to={paths.licences()}>Licenses</Link>
          <Link to={paths.complianceReports()}>Reports</Link>
        </>
      }
    >
      <RowsTable label="States" columns={columns} rows={states} rowKey={({ state }) => state} />
    </AdminPage>
  )
}
