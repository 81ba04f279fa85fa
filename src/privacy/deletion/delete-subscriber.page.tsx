import { textOf } from '#platform/form/form-text.rules.ts'

import { joinedListCopy } from '#platform/list/admin-lists.copy.ts'
import { DeleteSubscriberForm } from '#campaigns/mailing-list/delete-subscriber.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf, requireFreshCode } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/delete-subscriber.page'

const copy = joinedListCopy.deletion

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirm)

/** The confirmation as a page, without JavaScript. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewSubscriber(memberOf(context), params.id)
  const to = safeReturnTo(url.searchParams.get('to'), paths.subscriberList())
  if (!viewed.ok) throw gone(to, context)
  const { fullname, firstname, lastname, email } = viewed.subscriber.fields
  const name = `${firstname} ${lastname}`.trim() || fullname || email
  return { subscriber: { id: params.id, name, email }, to }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const to = safeReturnTo(textOf(await request.formData(), 'to'), paths.subscriberList())
  const deleted = await context.get(shopContext).deleteSubscriber(memberOf(context), params.id)
  if (!deleted.ok) return gone(to, context)
  return redirectWithFlash(to, { tone: 'good', sentence: copy.done }, context, 302)
}

function gone(to: string, context: Route.ActionArgs['context']): Response {
  return redirectWithFlash(to, { tone: 'info', sentence: copy.gone }, context, 302)
}

export default function DeleteSubscriber({ loaderData: { subscriber, to } }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title(subscriber.name)}>
      <DeleteSubscriberForm subscriber={subscriber} to={to} />
    </AdminPage>
  )
}
