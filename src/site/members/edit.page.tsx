import { AccountDetails } from '#accounts/account/account-details.tsx'
import { accountView } from '#accounts/account/account-view.ts'
import { accountCopy } from '#accounts/account/account.copy.ts'
import { datesOf, requestContext, servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'

import type { Route } from './+types/edit.page'

export const handle: Handle<Awaited<ReturnType<typeof accountView>>> = {
  shared: ({ edit }) => edit === null,
}
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, accountCopy.title)

/** The member's own account; with another user's id it is a 404. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  if (params.id !== undefined && params.id !== viewer.id) throw httpError(404)
  const { placeholders } = context.get(requestContext)
  return accountView({
    services: context.get(servicesContext),
    viewer,
    url,
    placeholders,
    dates: datesOf(context),
  })
}

export { action } from './account.actions.server.ts'

export const shouldRevalidate = unlessOnlyPanel

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={accountCopy.title} view="account">
      <AccountDetails {...loaderData} result={actionData?.shown} />
    </MembersPage>
  )
}
