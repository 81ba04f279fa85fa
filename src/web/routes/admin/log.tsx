import type { ListRow } from '#data/admin/lists.ts'
import { logCopy as copy } from '#domain/copy/records.ts'
import { paths } from '#domain/paths.ts'
import { ListPage } from '#web/components/admin/list-page.tsx'
import { LogEntries } from '#web/components/admin/log-entries.tsx'
import { requireStaff } from '#web/guards.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/log'
import { loadList } from './list-route.ts'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList('log', args)

const renderEntries = (entries: readonly ListRow<'log'>[]) => <LogEntries entries={entries} />

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  const { subject } = list.query.filters
  const label = list.page.rows[0]?.subjectLabel || subject?.replace(/^\w+:/, '')
  return (
    <ListPage
      name="log"
      {...{ list, isStale, copy }}
      pathOf={paths.auditLog}
      fileOf={paths.auditLogFile}
      rowKey={(entry) => String(entry.id)}
      filters={[]}
      rows={renderEntries}
      note={subject && label && <p>{copy.about(label)}</p>}
    />
  )
}
