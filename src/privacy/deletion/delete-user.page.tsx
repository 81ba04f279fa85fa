import { data, Form } from 'react-router'

import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'

import type { Route } from './+types/delete-user.page'
import { deleteUser } from './delete-user.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Delete')

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const to = safeReturnTo(url.searchParams.get('to'), paths.usersList())
  const user = await staffUserById(context.get(servicesContext).db, params.id)
  if (!user) return data({ person: null, to }, { status: 404 })
  const { firstname, lastname, email } = user.fields
  return data({ person: { name: `${firstname} ${lastname}`.trim() || email, email }, to })
}

export const action = pageAction(deleteUser)

/** Names the person, states the consequences, and asks for confirmation. */
export default function DeleteUser({ loaderData: { person, to } }: Route.ComponentProps) {
  if (!person) return <GoneRecord backTo={to} />
  const { name, email } = person
  return (
    <AdminPage title={`Delete ${name}?`}>
      <Form method="post" replace className={stack(3, { width: 34, text: 'anywhere' })}>
        <p>
          {email} loses the account: profile, addresses, cart and every way to log in. Their orders
          are kept, without an owner. A payment page that is still open is closed first. This can’t
          be undone.
        </p>
        <input type="hidden" name="to" value={to} />
        <div className={cluster(2)}>
          <Button kind="danger">Delete</Button>
          <ButtonLink href={to} kind="secondary">
            Keep
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
