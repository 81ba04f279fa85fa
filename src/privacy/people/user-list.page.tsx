import { useEffect } from 'react'

import type { Column } from '#platform/admin/admin-table.tsx'
import { levelName } from '#platform/club/club.rules.ts'
import { RecordLink } from '#platform/form/record-link.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { SpanNote } from '#platform/list/span-note.tsx'
import { phoneText } from '#platform/text/phone.rules.ts'

import type { Route } from './+types/user-list.page'
import { contactBy, usersListCopy as copy } from './user-list.copy.ts'
import { userList } from './user-list.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(userList, args)

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.loadOrStale(() => serverLoader())

type User = ListRow<typeof userList>

const nameOf = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}`.trim() || email

const columns: readonly Column<User>[] = [
  { label: copy.firstName, sort: 'firstname', cell: (user) => user.firstName },
  { label: copy.lastName, sort: 'lastname', part: 'name', cell: (user) => user.lastName },
  { label: copy.email, sort: 'email', part: 'line', wraps: true, cell: (user) => user.email },
  { label: copy.phone, cell: (user) => phoneText(user.phone) },
  { label: copy.membership, cell: (user) => levelName(user.membershipLevel) },
  {
    label: copy.stripe,
    sort: 'stripe',
    cell: (user) => user.stripeCustomerId ?? copy.noCustomer,
  },
  {
    label: copy.subscription,
    sort: 'subscription',
    cell: (user) => copy.subscriptionOf[user.subscription ?? 'active'],
  },
  { label: copy.optional, sort: 'optional', wraps: true, cell: (user) => user.optionalText },
  { label: copy.contact, cell: contactBy },
  {
    label: copy.edit,
    part: 'action',
    cell: (user) => (
      <RecordLink pathOf={paths.user} id={user.id} label={copy.editNamed(nameOf(user))}>
        {copy.edit}
      </RecordLink>
    ),
  },
]

export default function UsersList({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  useEffect(() => last.keep(loaderData))
  return (
    <ListPage
      name="users"
      {...{ list, isStale, copy, columns }}
      rowKey={(user) => user.id}
      note={<SpanNote span={list.query.filters['came']} words={copy.came} />}
    />
  )
}
