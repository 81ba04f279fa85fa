import { data } from 'react-router'

import { ChangeSection } from '#order-changes/change-section.tsx'
import { ownOrder, viewChanges } from '#order-changes/view-changes.actions.server.ts'
import { guestLinkDays } from '#orders/guests/guest-link.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { useDates } from '#platform/text/dates.tsx'
import { deliveryNote } from '#platform/text/shipments-begin.copy.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, ruled, stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/guest-order.page'
import { afterPayingAgain, choices } from './choices.actions.server.ts'
import { OrderContact } from './order-contact.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { OrderedWines } from './ordered-wines.tsx'
import { viewGuestOrder } from './view-guest-order.actions.server.ts'
import { WhereItIs } from './where-it-is.tsx'

const copy = {
  kicker: 'Your order',
  title: (number: number) => `Order K-${number}`,
  deliveryNext: (shipsFrom: string | null) => `Your order is confirmed. ${deliveryNote(shipsFrom)}`,
  until: (date: string) =>
    `Anyone with the link can open this page, so it leaves out names and street addresses. It works until ${date}.`,
  account:
    'Open an account with the email you ordered with, confirm the address, and this order will appear in your history.',
  register: 'Open an account',
  gone: 'This link does not work',
  goneText: `It may be incomplete, or older than ${guestLinkDays} days. Your confirmation email lists what you ordered.`,
} as const

/** To ship a returned box once more. */
export const handle: Handle = { leadsToPayment: true }

export const meta: Route.MetaFunction = (args) => [
  ...unlistedMeta(
    args,
    args.loaderData?.order ? copy.title(args.loaderData.order.number) : copy.gone,
  ),
  // The URL must not reach other sites; without any referrer the form would be sent without its origin.
  { name: 'referrer', content: 'same-origin' },
]

/** One guest's order, by the signed link of the confirmation email. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const paid = url.searchParams.get('paid')
  if (paid !== null) {
    const shown = await afterPayingAgain(context.get(servicesContext), paid, request)
    throw redirectWithFlash(paths.guestOrder(params.token), shown, context)
  }
  const order = await viewGuestOrder(context.get(servicesContext), params.token)
  const { email, phone } = context.get(siteContext)
  const isSignedIn = context.get(viewerContext) !== null
  const services = context.get(servicesContext)
  const own = order && (await ownOrder(services, null, params))
  const changes = own && (await viewChanges(services, own))
  return data({ order, changes, email, phone, isSignedIn }, order ? 200 : 404)
}

export const action = pageAction(choices)

export default function GuestOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, changes, email, phone, isSignedIn } = loaderData
  const dates = useDates()
  const contact = <OrderContact site={{ email, phone }} />
  if (!order) {
    return (
      <Ending kind="missing" title={copy.gone} text={<p>{copy.goneText}</p>}>
        {contact}
      </Ending>
    )
  }
  const next =
    order.shippingMethod === 'pickup' ? ordersCopy.pickupNext : copy.deliveryNext(order.shipsFrom)
  // Of an order that was canceled, no shipment is left, either.
  const hasNone = order.shipments.length === 0
  const isToCome = order.state === 'paid' && hasNone && !order.isRefunding
  const isOver = order.state === 'refunded' && hasNone
  return (
    <Page
      narrow
      kicker={copy.kicker}
      title={copy.title(order.number)}
      intro={isToCome ? next : isOver ? ordersCopy.over : undefined}
    >
      <div className={stack(4, { text: 'anywhere' })}>
        <OrderedWines {...order} />
        <WhereItIs shipments={order.shipments} sent={actionData} />
        <ChangeSection changes={changes} />
        <OrderReceipt
          order={order}
          facts={
            order.place
              ? [[ordersCopy.shipTo, `${order.place.city}, ${stateName(order.place.state)}`]]
              : []
          }
        />
        {contact}
        <aside
          className={classes(stack(2, { align: 'start', text: 'sans' }), letters.quiet, ruled(3))}
        >
          <p>{copy.until(dates.longDay(order.linkEnds))}</p>
          {!isSignedIn && (
            <>
              <p>{copy.account}</p>
              <ButtonLink href={paths.register()} kind="secondary">
                {copy.register}
              </ButtonLink>
            </>
          )}
        </aside>
      </div>
    </Page>
  )
}
