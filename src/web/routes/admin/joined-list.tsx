import { data, Link } from 'react-router'

import { joinedListCopy as copy } from '#domain/copy/desk-lists.ts'
import { counted } from '#domain/copy/desk.ts'
import { joinedList } from '#domain/desk-lists.ts'
import { readListQuery } from '#domain/list-query.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import type { Column } from '#web/components/admin/desk-table.tsx'
import { optionsOf } from '#web/components/admin/list-toolbar.tsx'
import { ListView } from '#web/components/admin/list-view.tsx'
import { shortDate } from '#web/components/members/short-date.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/joined-list'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(joinedList, url.searchParams)
  const listed = await context.get(shopContext).listClients(memberOf(context), query)
  if (!listed.ok) throw data(null, { status: 403 })
  return { query, page: listed.page }
}

type Client = Route.ComponentProps['loaderData']['page']['rows'][number]

const nameOf = ({ firstName, lastName, email }: Client) =>
  `${firstName} ${lastName}`.trim() || email

const columns: readonly Column<Client>[] = [
  { label: copy.firstName, sort: 'firstname', cell: (client) => client.firstName },
  { label: copy.lastName, sort: 'lastname', cell: (client) => client.lastName },
  { label: copy.email, sort: 'email', cell: (client) => client.email },
  {
    label: copy.standing,
    cell: ({ unsubscribedAt }) =>
      unsubscribedAt ? copy.unsubscribed(shortDate(unsubscribedAt)) : copy.subscribed,
  },
  {
    label: copy.edit,
    cell: (client) => (
      <Link to={paths.joinedClient(client.id)} aria-label={copy.editNamed(nameOf(client))}>
        {copy.edit}
      </Link>
    ),
  },
]

export default function JoinedList({ loaderData: { query, page } }: Route.ComponentProps) {
  return (
    <DeskPage title={copy.title} summary={counted(page.total, copy.one, copy.many, page.isMore)}>
      <ListView
        {...{ query, page, columns }}
        label={copy.title}
        shape={joinedList}
        rowKey={(client) => client.id}
        pathOf={paths.joinedClients}
        searchLabel={copy.search}
        filters={[{ name: 'standing', label: copy.standing, options: optionsOf(copy.standings) }]}
        nothing={{ yet: copy.none, found: copy.noneFound }}
      />
    </DeskPage>
  )
}
