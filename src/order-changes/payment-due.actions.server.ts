import { z } from 'zod'

import type { CarriedMethod } from '#catalogue/destinations/shipping.rules.ts'
import { howItGoes } from '#catalogue/destinations/shipping.rules.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { descriptionOf } from '#checkout/open-checkout.actions.server.ts'
import { requestProviderSession } from '#checkout/request-session.actions.server.ts'
import { retryOnConflict } from '#checkout/with-one-checkout.actions.server.ts'
import { queueMailOnce } from '#mail/mails.store.server.ts'
import { orderSubject } from '#orders/log.copy.ts'
import { aboutOrderOf } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { winesOf } from '#orders/order/orders.store.server.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import type { Working } from '#platform/action/staff-action.server.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { openAddedOf, winesFor } from './added-cases.store.server.ts'
import { openDifference, pageOfDifference, providerAway } from './change-method.actions.server.ts'
import { dearerMethods, methodOptions } from './change-money.rules.ts'
import { notOffered } from './change-order.actions.server.ts'
import { openDifferenceOf } from './differences.store.server.ts'
import { lockForStaff, onPhone } from './for-buyer.actions.server.ts'
import { changedMeanwhileText } from './order-changes.copy.ts'
import { paidOrderNow, paidOrderOf } from './paid-order.actions.server.ts'

/**
 * Opens the page on which the buyer of an order pays what a dearer method costs more, and sends it to them. The
 * change is made once it is paid, as if the buyer had opened the page.
 */
export const askForDifference = staffWork({
  needs: 'handle-orders',
  log: 'payment-page-sent',
  form: z.object({ ...onPhone, method: z.string('Please choose a shipping method.') }),
  async run(working, { method, onPhone: isOnPhone, ...asked }) {
    const { services } = working
    const opened = await retryOnConflict(
      services,
      () =>
        services.db.transaction(async (tx) => {
          const open = await lockForStaff({ ...working, tx }, asked)
          if (open instanceof Refusal) throw open
          if ('after' in open) return { reason: 'already-paid' as const }
          const { order } = open.own
          const paid = await paidOrderOf(services, tx, order, open.shipments)
          const options = order.paymentIntentId ? methodOptions(paid) : []
          const option = options.find(({ value, cents }) => value === method && cents > 0)
          if (!option) throw notOffered(method, 'method', 'Please choose a shipping method.')
          return openDifference(services, tx, open, option, open.shipments[0]!.shipTo!)
        }),
      async ({ checkout, order }) => {
        const page = await requestProviderSession(services, checkout, async () =>
          pageOfDifference(services, order, checkout),
        )
        return page === 'no-longer-open' || !page.ok ? page : { ...page, checkout, order }
      },
    )
    if (!opened.ok) return refuse(whyNotSent(opened.reason))
    const { shippingMethod, totalCents } = opened.checkout
    // A dearer method is never pickup.
    const what = `Your order K-${opened.order.number} goes ${howItGoes[shippingMethod as CarriedMethod]} once you have paid the ${formatAmount(totalCents)} difference.`
    const ordered = await winesOf(services.db, opened.order.id)
    return sendPage(working, { ...opened, what, ordered, isOnPhone })
  },
  say: saySent,
})

export const whyNotSent = (reason: string) =>
  reason === 'already-paid' ? changedMeanwhileText : providerAway

type Page = {
  order: Order
  checkout: Checkout
  url: string
  /** What it is for, in a sentence to the buyer. */
  what: string
  /** The wines that it is about. */
  ordered: readonly { description: string; quantity: number }[]
  isNewOrder?: boolean
  isOnPhone: boolean
}

/** Emails a payment page to the buyer, once for each page. */
export async function sendPage(
  { services, audit, unchanged }: Working,
  { order, checkout, url, what, ordered, isNewOrder, isOnPhone }: Page,
) {
  const { db, settings } = services
  const amount = formatAmount(checkout.totalCents)
  const until = shopDates(settings.timeZone).longMoment(checkout.expiresAt)
  const isSent = await db.transaction(async (tx) => {
    const props = {
      ...aboutOrderOf(services, order),
      ordered: [...ordered],
      what,
      amount,
      until,
      payUrl: url,
      ...(isNewOrder && { isNewOrder }),
    }
    const mail = { kind: 'payment-due', recipient: order.email, props } as const
    // The checkout's id is the email's, too: of two presses one sends it.
    if (!(await queueMailOnce(tx, checkout.id, mail))) return false
    await audit(tx, orderSubject(order), { after: { what, amount, onPhone: isOnPhone } })
    return true
  })
  if (!isSent) unchanged()
  return { amount, until, isSent }
}

export function saySent({ amount, until, isSent }: Awaited<ReturnType<typeof sendPage>>): string {
  return isSent
    ? `The buyer is emailed a page to pay ${amount}, which is open until ${until}.`
    : `The buyer has that email: the page to pay ${amount} is open until ${until}.`
}

/** What staff can give or sell to the buyer of an order besides, and the payment page that is open. */
export async function viewPayable(services: Services, order: Omit<Order, 'sessionId'>) {
  const paid = await paidOrderNow(services, order)
  const difference = await openDifferenceOf(services.db, order.id)
  const added = await openAddedOf(services.db, order.id)
  return {
    given: dearerMethods(paid),
    dearer: (order.paymentIntentId ? methodOptions(paid) : [])
      .filter(({ cents }) => cents > 0)
      .map(({ value, method, cents }) => ({ value, method, cents })),
    wines: (await winesFor(services.db, order)).map((wine) => ({
      id: wine.id,
      cents: wine.price,
      description: descriptionOf(wine),
    })),
    open: [difference, added].flatMap((page) =>
      page ? [{ id: page.id, cents: page.totalCents, until: page.expiresAt }] : [],
    ),
  }
}
