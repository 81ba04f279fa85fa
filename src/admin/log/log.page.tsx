import { Link } from 'react-router'

import { staffPeople } from '#accounts/users/duties.store.server.ts'
import { formerStaff } from '#accounts/users/staff-invitations.store.server.ts'
import { logCopy as copy } from '#platform/audit/audit-log.copy.ts'
import { LogEntries } from '#platform/audit/log-entries.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'

import type { Route } from './+types/log.page'
import { auditLogList } from './audit-log-list.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** With the people of the staff, now and before, whose entries can be chosen. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext)
  const [loaded, staff, former] = await Promise.all([
    loadList(auditLogList, args),
    staffPeople(db),
    formerStaff(db),
  ])
  return { ...loaded, emails: [...new Set([...staff, ...former].map(({ email }) => email))] }
}

const renderEntries = (entries: readonly ListRow<typeof auditLogList>[]) => (
  <LogEntries entries={entries} />
)

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { list, isStale, emails } = loaderData
  const { subject, person } = list.query.filters
  const label = list.page.rows[0]?.subjectLabel || subject?.replace(/^\w+:/, '')
  return (
    <ListPage
      name="log"
      {...{ list, isStale, copy }}
      rowKey={(entry) => String(entry.id)}
      options={{ by: emails.map((one) => [one, one]) }}
      rows={renderEntries}
      note={
        person ? (
          <p>
            {copy.wholeHistory} <Link to={paths.user(person)}>{copy.toPerson}</Link>
          </p>
        ) : (
          subject && label && <p>{copy.about(label)}</p>
        )
      }
    />
  )
}
