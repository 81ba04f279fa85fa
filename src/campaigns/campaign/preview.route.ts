import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import { previewCampaign } from './preview-campaign.actions.server.ts'
import type { Route } from './+types/preview.route'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The typeset email, for the frames of its page; `pages.ts` lets it have its inline styles. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const wanted = url.searchParams.get('as')
  const as = wanted && wanted !== 'known' ? { personId: wanted } : { isKnown: wanted === 'known' }
  const preview = await previewCampaign(context.get(servicesContext), params.id, as)
  if (!preview) throw httpError(404)
  return new Response(preview.html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  })
}
