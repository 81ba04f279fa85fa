import { callerOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/preview.route'
import { typesetCampaign } from './preview-campaign.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The typeset email, for the frames of its page; `pages.ts` lets it have its inline styles. */
export const loader = (args: Route.LoaderArgs) => typeset(args)

/** The same with the words as they are typed now; nothing is saved. */
export async function action(args: Route.ActionArgs) {
  return typeset(args, await args.request.formData())
}

async function typeset(
  { params, url, context }: Route.LoaderArgs | Route.ActionArgs,
  form = new FormData(),
) {
  const { services, viewer } = callerOf(context)
  const as = url.searchParams.get('as') ?? ''
  const typed = { ...Object.fromEntries(form), ...params, as }
  const preview = await typesetCampaign(services, viewer, typed)
  if (!preview.ok) throw httpError(preview.status === 403 ? 403 : 404)
  return new Response(preview.done.html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  })
}
