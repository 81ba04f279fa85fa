import type { ReactNode } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'

import { laterCount } from '#checkout/cart/cart.rules.ts'
import { callerOf, requireMember } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { ErrorPage } from '#platform/layout/error-page.tsx'
import { MemberShell } from '#platform/layout/member-shell.tsx'
import { NetworkErrorAlert, keepPageOnNetworkError } from '#platform/layout/network-error.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { hasOwnRequests } from '#requests/own-requests.actions.server.ts'
import { CartPanel } from '#storefront/cart/cart-panel.tsx'
import { CartProvider, useCart } from '#storefront/cart/cart-provider.tsx'
import { viewCart } from '#storefront/cart/view-cart.actions.server.ts'
import { Alerts } from '#ui/alerts.tsx'

import type { Route } from './+types/members-layout.page'

export const handle: Handle = { interactive: true, leadsToPayment: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnNetworkError]

/** Frame of every members' page: the bar with its count, and the cart at the side. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const [view, hasRequests] = await Promise.all([
    viewCart(services, viewer),
    hasOwnRequests(services, viewer),
  ])
  return { view, isClubMember: viewer.membership, hasRequests }
}

export const shouldRevalidate = unlessOnlyPanel

export default function MembersLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Alerts>
      <NetworkErrorAlert />
      <CartProvider view={loaderData.view}>
        <Shell>
          <Outlet />
          <CartPanel />
        </Shell>
      </CartProvider>
    </Alerts>
  )
}

/** Below the root, whose loader a failed action would otherwise skip. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

function Shell({ children }: { children: ReactNode }) {
  const { cart, totals } = useCart()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const cartHref = urlWith(pathname, search, { cart: 'open' })
  return (
    <MemberShell
      count={totals.items + laterCount(cart)}
      cartHref={cartHref}
      onCart={() => void navigate(cartHref, { preventScrollReset: true })}
    >
      {children}
    </MemberShell>
  )
}
