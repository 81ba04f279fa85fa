import { useEffect } from 'react'
import { data } from 'react-router'

import { usersListCopy as copy } from '#domain/copy/desk-lists.ts'
import { counted } from '#domain/copy/desk.ts'
import { userCopy } from '#domain/copy/records.ts'
import { usersList } from '#domain/desk-lists.ts'
import { listParams, readListQuery } from '#domain/list-query.ts'
import { levelName } from '#domain/membership.ts'
import { contactBy } from '#web/components/admin/contact-by.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import type { Column } from '#web/components/admin/desk-table.tsx'
import { FileLink } from '#web/components/admin/file-link.tsx'
import { lastShown } from '#web/components/admin/last-shown.ts'
import { optionsOf } from '#web/components/admin/list-toolbar.tsx'
import { ListView } from '#web/components/admin/list-view.tsx'
import { RecordLink } from '#web/components/admin/record-link.tsx'
import { UndoNotices } from '#web/components/admin/undo-notices.tsx'
import { useLiveList } from '#web/components/admin/use-live-list.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/users-list'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const query = readListQuery(usersList, url.searchParams)
  const [listed, deletions] = await Promise.all([
    shop.listUsers(viewer, query),
    shop.undoableUserDeletions(viewer),
  ])
  if (!listed.ok) throw data(null, { status: 403 })
  return { query, page: listed.page, deletions, isStale: false }
}

const last = lastShown<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.orNew(() => serverLoader())

type User = Route.ComponentProps['loaderData']['page']['rows'][number]

const nameOf = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}`.trim() || email

const columns: readonly Column<User>[] = [
  { label: copy.firstName, sort: 'firstname', part: 'name', cell: (user) => user.firstName },
  { label: copy.lastName, sort: 'lastname', part: 'name', cell: (user) => user.lastName },
  { label: copy.email, sort: 'email', part: 'line', cell: (user) => user.email },
  { label: copy.phone, cell: (user) => user.phone },
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
  { label: copy.optional, sort: 'optional', cell: (user) => user.optionalText },
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

const filters = [
  { name: 'membership', label: copy.membership, options: optionsOf(copy.memberships) },
  { name: 'subscription', label: copy.subscription, options: optionsOf(copy.subscriptions) },
  { name: 'bought', label: copy.bought, options: optionsOf(copy.boughtOptions) },
]

export default function UsersList({ loaderData }: Route.ComponentProps) {
  const { query, page, deletions, isStale } = loaderData
  useEffect(() => last.keep(loaderData))
  useLiveList('users', isStale)
  return (
    <DeskPage
      title={copy.title}
      summary={counted(page.total, copy.one, copy.many, page.isMore)}
      actions={<FileLink href={paths.usersFile(listParams(usersList, query))} />}
    >
      <ListView
        {...{ query, page, columns, filters, isStale }}
        label={copy.title}
        shape={usersList}
        rowKey={(user) => user.id}
        pathOf={paths.usersList}
        searchLabel={copy.search}
        nothing={{ yet: copy.none, found: copy.noneFound }}
      />
      <UndoNotices deletions={deletions} actionOf={paths.restoreUser} words={userCopy.deletion} />
    </DeskPage>
  )
}
