import { data } from 'react-router'

import { accountCopy } from '#domain/copy/account.ts'
import { AccountDetails } from '#web/components/members/account-details.tsx'
import { MembersPage } from '#web/components/members/members-page.tsx'
import { requestContext, shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import type { Handle } from '#web/handle.ts'

import type { Route } from './+types/edit'
import { accountAction } from './account-action.ts'
import { accountView } from './account-view.ts'
import { unlessOnlyPanel } from './panel-change.ts'

export const handle: Handle<Awaited<ReturnType<typeof accountView>>> = {
  interactive: true,
  shared: ({ edit }) => edit === null,
}
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = () => [{ title: `${accountCopy.title} · Kohue` }]

/** The member's own account; an address with somebody else's id leads nowhere. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  if (params.id !== undefined && params.id !== viewer.id) throw data(null, { status: 404 })
  const { own } = context.get(requestContext)
  return accountView({ shop: context.get(shopContext), viewer, url, own })
}

export async function action(args: Route.ActionArgs) {
  const { id } = args.params
  if (id !== undefined && id !== memberOf(args.context).id) throw data(null, { status: 404 })
  return accountAction(args)
}

export const shouldRevalidate = unlessOnlyPanel

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={accountCopy.title} view="account">
      <AccountDetails {...loaderData} answer={actionData} />
    </MembersPage>
  )
}
