import { ownStaffDataCopy as copy } from './own-staff-data.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Section } from '#platform/layout/section.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { RowsTable } from '#ui/data-table.tsx'

import type { Route } from './+types/you.page'
import styles from './you.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const own = await context.get(shopContext).viewOwnStaffData(viewer, request.headers)
  if (!own) throw httpError(403)
  return { ...own, email: viewer.email }
}

/** What a staff member can know of themselves, whatever their duties. */
export default function You({
  loaderData: { email, sessions, entries, most },
}: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title} summary={email}>
      <Section id="sessions" title={copy.sessions} className={styles.part}>
        <RowsTable
          label={copy.sessions}
          stacked
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            {
              label: copy.device,
              cell: ({ device, isThisOne }) => device + (isThisOne ? ` (${copy.thisOne})` : ''),
            },
            { label: copy.signedIn, cell: ({ signedInAt }) => <ShopMoment at={signedInAt} /> },
            { label: copy.lastUsed, cell: ({ lastUsedAt }) => <ShopMoment at={lastUsedAt} /> },
          ]}
        />
        <p>
          <a href={paths.security()}>{copy.end}</a>
        </p>
      </Section>
      <Section id="own-log" title={copy.log} className={styles.part}>
        {entries.length > 0 && <p>{copy.logHint(most)}</p>}
        <RowsTable
          label={copy.log}
          stacked
          rows={entries}
          // Entries have no id here, and only grow.
          rowKey={(_entry, index) => index}
          none={copy.none}
          columns={[
            { label: copy.at, cell: ({ at }) => <ShopMoment at={at} /> },
            { label: copy.action, cell: ({ name }) => name },
          ]}
        />
      </Section>
    </AdminPage>
  )
}
