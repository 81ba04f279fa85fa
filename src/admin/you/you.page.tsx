import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Section } from '#platform/layout/section.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { part } from '#ui/layout.ts'

import { adminParts } from '../parts.rules.ts'
import type { Route } from './+types/you.page'
import { viewOwnStaffData } from './view-own-staff-data.actions.server.ts'

const { title } = adminParts.you

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

const page = staffPage({
  needs: 'see-own-work',
  load: async ({ services, viewer, request }) => ({
    ...(await viewOwnStaffData(services, viewer, request.headers)),
    email: viewer.email,
  }),
  actions: {},
})
export const loader = page.loader

/** What a staff member can know of themselves, whatever their duties. */
export default function You({
  loaderData: { email, sessions, entries, most },
}: Route.ComponentProps) {
  return (
    <AdminPage title={title} summary={email}>
      <Section id="sessions" title="Where you are signed in" className={part(2)}>
        <RowsTable
          label="Where you are signed in"
          stacked
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            {
              label: 'Device',
              cell: ({ device, isThisOne }) => device + (isThisOne ? ' (this device)' : ''),
            },
            { label: 'Signed in', cell: ({ signedInAt }) => <ShopMoment at={signedInAt} /> },
            { label: 'Last used', cell: ({ lastUsedAt }) => <ShopMoment at={lastUsedAt} /> },
          ]}
        />
        <p>
          <a href={paths.security()}>Sessions, password and second factor</a>
        </p>
      </Section>
      <Section id="own-log" title="What you did" className={part(2)}>
        {entries.length > 0 && (
          <p>
            {`Your last ${most} entries in the log, without the names of the people concerned. The file of your data has them all.`}
          </p>
        )}
        <RowsTable
          label="What you did"
          stacked
          rows={entries}
          // Entries have no id here, and only grow.
          rowKey={(_entry, index) => index}
          none="Nothing you did is in the log yet."
          columns={[
            { label: 'When', cell: ({ at }) => <ShopMoment at={at} /> },
            { label: 'Action', cell: ({ name }) => name },
          ]}
        />
      </Section>
    </AdminPage>
  )
}
