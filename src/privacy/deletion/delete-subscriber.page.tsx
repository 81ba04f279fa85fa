import { DeleteSubscriberForm } from '#campaigns/mailing-list/delete-subscriber.tsx'
import { joinedListCopy } from '#campaigns/mailing-list/subscriber-list.copy.ts'
import { subscriberById } from '#campaigns/mailing-list/subscribers.store.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { requireFreshCode } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/delete-subscriber.page'
import { deleteSubscriber } from './delete-subscriber.actions.server.ts'

const copy = joinedListCopy.deletion

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirm)

/** The confirmation as a page, without JavaScript. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const to = safeReturnTo(url.searchParams.get('to'), paths.subscriberList())
  const subscriber = await subscriberById(context.get(servicesContext).db, params.id)
  if (!subscriber) throw redirectWithFlash(to, { tone: 'info', sentence: copy.gone }, context, 302)
  const { fullname, firstname, lastname, email } = subscriber.fields
  const name = `${firstname} ${lastname}`.trim() || fullname || email
  return { subscriber: { id: params.id, name, email }, to }
}

export const action = pageAction(deleteSubscriber)

export default function DeleteSubscriber({ loaderData: { subscriber, to } }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title(subscriber.name)}>
      <DeleteSubscriberForm subscriber={subscriber} to={to} />
    </AdminPage>
  )
}
