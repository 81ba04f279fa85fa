import { useEffect, useState } from 'react'
import { data, useLocation } from 'react-router'

import { joinedListCopy as copy } from '#domain/copy/desk-lists.ts'
import { counted } from '#domain/copy/desk.ts'
import { joinedList } from '#domain/desk-lists.ts'
import { listParams, readListQuery } from '#domain/list-query.ts'
import type { NamedClient } from '#web/components/admin/delete-client.tsx'
import { DeleteClientDialog, DeleteClientLink } from '#web/components/admin/delete-client.tsx'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import type { Column } from '#web/components/admin/desk-table.tsx'
import { FileLink } from '#web/components/admin/file-link.tsx'
import { lastShown } from '#web/components/admin/last-shown.ts'
import { optionsOf } from '#web/components/admin/list-toolbar.tsx'
import { ListView } from '#web/components/admin/list-view.tsx'
import { RecordLink } from '#web/components/admin/record-link.tsx'
import { UndoNotices } from '#web/components/admin/undo-notices.tsx'
import { useLiveList } from '#web/components/admin/use-live-list.ts'
import { shortDate } from '#web/components/members/short-date.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/joined-list'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const query = readListQuery(joinedList, url.searchParams)
  const [listed, deletions] = await Promise.all([
    shop.listClients(viewer, query),
    shop.undoableDeletions(viewer),
  ])
  if (!listed.ok) throw data(null, { status: 403 })
  return { query, page: listed.page, deletions, isStale: false }
}

const last = lastShown<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.orNew(() => serverLoader())

type Client = Route.ComponentProps['loaderData']['page']['rows'][number]

const named = ({ id, firstName, lastName, email }: Client): NamedClient => ({
  id,
  name: `${firstName} ${lastName}`.trim() || email,
  email,
})

const columnsFor = (
  here: string,
  onAsk: (client: NamedClient) => void,
): readonly Column<Client>[] => [
  {
    label: copy.firstName,
    sort: 'firstname',
    part: 'name',
    cell: (client) => client.firstName,
  },
  { label: copy.lastName, sort: 'lastname', part: 'name', cell: (client) => client.lastName },
  { label: copy.email, sort: 'email', part: 'line', cell: (client) => client.email },
  {
    label: copy.standing,
    cell: ({ unsubscribedAt }) =>
      unsubscribedAt ? copy.unsubscribed(shortDate(unsubscribedAt)) : copy.subscribed,
  },
  {
    label: copy.edit,
    part: 'action',
    cell: (client) => (
      <RecordLink
        pathOf={paths.joinedClient}
        id={client.id}
        label={copy.editNamed(named(client).name)}
      >
        {copy.edit}
      </RecordLink>
    ),
  },
  {
    label: copy.delete,
    part: 'action',
    cell: (client) => <DeleteClientLink client={named(client)} to={here} onAsk={onAsk} />,
  },
]

export default function JoinedList({ loaderData }: Route.ComponentProps) {
  const { query, page, deletions, isStale } = loaderData
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [asked, setAsked] = useState<NamedClient | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const ask = (client: NamedClient) => {
    setAsked(client)
    setIsAsking(true)
  }
  useEffect(() => last.keep(loaderData))
  useLiveList('joined', isStale)

  return (
    <DeskPage
      title={copy.title}
      summary={counted(page.total, copy.one, copy.many, page.isMore)}
      actions={<FileLink href={paths.joinedClientsFile(listParams(joinedList, query))} />}
    >
      <ListView
        {...{ query, page, isStale }}
        columns={columnsFor(here, ask)}
        label={copy.title}
        shape={joinedList}
        rowKey={(client) => client.id}
        pathOf={paths.joinedClients}
        searchLabel={copy.search}
        filters={[{ name: 'standing', label: copy.standing, options: optionsOf(copy.standings) }]}
        nothing={{ yet: copy.none, found: copy.noneFound }}
      />
      <DeleteClientDialog
        open={isAsking}
        client={asked}
        to={here}
        onEnd={() => setIsAsking(false)}
      />
      <UndoNotices deletions={deletions} actionOf={paths.restoreClient} words={copy.deletion} />
    </DeskPage>
  )
}
