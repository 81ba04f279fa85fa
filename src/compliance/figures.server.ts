import { sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { defineFigures } from '#platform/figures/figures.server.ts'

type Figures = {
  /** States that an ended license suspends. */
  suspendedByLicence: number
}

export const complianceFigures = defineFigures<Figures>({
  query: sql`json_build_object('suspendedByLicence', (select count(distinct state) from ${licences}
    where exists (select from ended_licence(state, day_in(state, now())))))`,
  gauges: [
    {
      name: 'kohue_states_without_license',
      help: 'States that are suspended because a license ended',
      read: ({ suspendedByLicence }) => [[{}, suspendedByLicence]],
    },
  ],
})
