import { may } from '#platform/access/access.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import { readCampaign } from './campaign-form.ts'
import type { CampaignContent } from './content.rules.ts'
import { previewCampaign } from './preview-campaign.actions.server.ts'
import type { Route } from './+types/preview.route'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The typeset email, for the frames of its page; `pages.ts` lets it have its inline styles. */
export const loader = (args: Route.LoaderArgs) => typeset(args)

/** The same with the words as they are typed now; nothing is saved. */
export async function action(args: Route.ActionArgs) {
  return typeset(args, readCampaign(await args.request.formData()))
}

async function typeset(
  { params, url, context }: Route.LoaderArgs | Route.ActionArgs,
  typed?: CampaignContent,
) {
  if (!may(memberOf(context), 'write-emails')) throw httpError(403)
  const wanted = url.searchParams.get('as')
  const as = wanted && wanted !== 'known' ? { personId: wanted } : { isKnown: wanted === 'known' }
  const preview = await previewCampaign(context.get(servicesContext), params.id, as, typed)
  if (!preview) throw httpError(404)
  return new Response(preview.html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  })
}
