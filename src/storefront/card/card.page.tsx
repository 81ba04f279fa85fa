import { redirect } from 'react-router'

import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { cardCopy } from '#checkout/card/card.copy.ts'
import { viewCardPanel } from '#checkout/card/view-card-panel.actions.server.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { notices } from '#checkout/notices.copy.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'

import { useCart } from '../cart/cart-provider.tsx'
import type { Route } from './+types/card.page'
import { CardPanel } from './card-panel.tsx'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, cardCopy.title)

/**
 * The card panel. If the cart was paid in the meantime, in another tab or before a reload,
 * redirects to the thank-you page.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const source = url.searchParams.get('payment_intent')
  const panel = await viewCardPanel(
    context.get(servicesContext),
    memberOf(context),
    source,
    clientAddressOf(request.headers),
  )
  if (panel.settled === 'paid') throw redirect(paths.members())
  if (panel.settled) {
    const shown = { ...notices[panel.settled], at: 'content' } as const
    throw redirectWithFlash(paths.members('orders'), shown, context, 302)
  }
  return { panel, hasTestCards: context.get(siteContext).developerTools }
}

export const shouldRevalidate = unlessOnlyPanel

export default function CardPage({ loaderData }: Route.ComponentProps) {
  const { cart } = useCart()
  const isEmpty = cart.lines.length === 0
  return (
    <MembersPage title={cardCopy.title} intro={isEmpty ? undefined : cardCopy.intro}>
      {isEmpty ? (
        <NothingYet title={cartCopy.title} text={cartCopy.empty} action={cartCopy.startShopping} />
      ) : (
        <CardPanel {...loaderData} />
      )}
    </MembersPage>
  )
}
