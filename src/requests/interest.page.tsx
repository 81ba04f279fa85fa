import { redirect } from 'react-router'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { callerOf, requireMember } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { keepPageOnNetworkError } from '#platform/layout/network-error.tsx'
import { Button } from '#ui/button.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/interest.page'
import { ask, canBuy, viewAskedWine } from './ask.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnNetworkError]

export const action = pageAction(ask)

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseCopy.requestToAcquire)

/** Asks for a wine whose request was sent without a login session, so that it is not lost by logging in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const wine = await viewAskedWine(services, url.searchParams.get('wine') ?? '')
  if (!wine) throw redirect(paths.members())
  if (await canBuy(services, viewer, wine.id)) throw redirect(paths.wineOnSale(wine.id))
  return wine
}

export default function Interest({ loaderData: { id, title } }: Route.ComponentProps) {
  return (
    <FormPage title={title}>
      <form method="post">
        <input type="hidden" name="in" value="wine" />
        <input type="hidden" name="productId" value={id} />
        <input type="hidden" name="to" value={paths.wineOnSale(id)} />
        <Button>{releaseCopy.requestToAcquire}</Button>
      </form>
    </FormPage>
  )
}
