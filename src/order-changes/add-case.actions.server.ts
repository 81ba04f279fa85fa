import { z } from 'zod'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { namingState, shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { shipToRules, whyNotServe } from '#catalogue/destinations/ship-to.rules.ts'
import { howItGoes, maxQuantity, needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { whyNotByStateText } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import type { ForbiddenVerdict } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { forbids } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { readPriceIds } from '#catalogue/prices/prices.actions.server.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { requestCartPage } from '#checkout/cart/cart-channel.actions.server.ts'
import { chargeOf, totalsOf } from '#checkout/cart/cart.rules.ts'
import { holdMinutes, leavesTime } from '#checkout/checkout.rules.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { checkoutLinesOf } from '#checkout/checkouts.store.server.ts'
import { arePricesRight } from '#checkout/compare-prices.actions.server.ts'
import type { NewCheckoutLine } from '#checkout/new-checkouts.store.server.ts'
import { insertOfferCheckout } from '#checkout/new-checkouts.store.server.ts'
import { descriptionOf } from '#checkout/open-checkout.actions.server.ts'
import { retryOnConflict } from '#checkout/with-one-checkout.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { checked, wholeNumber, wholeNumberFrom } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { shipmentsOf } from '#shipping/shipments/shipments.store.server.ts'

import {
  addedKey,
  countAdded,
  openAddedOf,
  whatDecides,
  winesShown,
} from './added-cases.store.server.ts'
import { mostDifferences } from './change-money.rules.ts'
import { orderForStaff } from './for-buyer.actions.server.ts'
import { whyNoChangeText } from './order-changes.copy.ts'
import { saySent, sendPage, whyNotSent } from './payment-due.actions.server.ts'
import { changeFacts, whyNoChangeBy } from './view-changes.actions.server.ts'

/**
 * Keeps cases for the buyer of an order, of their allocation or else of the free pool, and emails the page to pay
 * for them. Paid, they are an order of its own, which goes where this one goes, by the same method. Nothing is
 * kept longer than for a cart.
 */
export const addCaseForBuyer = staffWork({
  needs: 'handle-orders',
  log: 'payment-page-sent',
  form: z.object({
    number: wholeNumber(),
    onPhone: checked(),
    wine: z.string('Please choose a wine.'),
    cases: wholeNumberFrom(1, maxQuantity, `An order has 1 to ${maxQuantity} cases.`),
  }),
  async run(working, { number, onPhone: isOnPhone, ...wish }) {
    const { services, viewer } = working
    const order = await orderForStaff(services.db, viewer, number)
    if (order instanceof Refusal) return order
    const opened = await retryOnConflict(
      services,
      () => openOrReuse(services, order, wish),
      async (found) => {
        const page = await requestCartPage(services, found, paths.order(number))
        return page === 'no-longer-open' || !page.ok ? page : { ...page, ...found }
      },
    )
    if (!opened.ok) return refuse(whyNotSent(opened.reason))
    const { checkout, url } = opened
    const ordered = opened.lines ?? (await checkoutLinesOf(services.db, checkout.id))
    const what = `We keep ${ordered.map(({ quantity, description }) => `${quantity} × ${description}`).join(' and ')} for you, ${whereItGoes(checkout)}.`
    return sendPage(working, {
      order,
      checkout,
      url,
      what,
      isOnPhone,
      isNewOrder: true,
      ordered: ordered.map(({ quantity, description }) => ({ quantity, description })),
    })
  },
  say: saySent,
})

const whereItGoes = ({ shippingMethod, shipTo }: Checkout) =>
  shippingMethod === 'pickup'
    ? 'to be collected'
    : `to go ${howItGoes[shippingMethod!]} to ${stateName(shipTo!.state)} ${shipTo!.zipCode}`

const notSold = () => refuse('This buyer can’t buy that wine now.', { field: 'wine' })

type Wish = { wine: string; cases: number }
type Opened = { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null }

/** Attempts under contention: one of two presses opens the page, the other finds it. */
const maxAttempts = 5

async function openOrReuse(
  services: Services,
  order: Order,
  wish: Wish,
): Promise<Opened | { superseded: Checkout }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const opened = await open(services, order, wish)
    if (opened !== 'taken') return opened
  }
  throw new Error('Added cases conflict on every attempt')
}

async function open(
  services: Services,
  order: Order,
  { wine, cases }: Wish,
): Promise<Opened | { superseded: Checkout } | 'taken'> {
  const { db, settings } = services
  const now = services.clock()
  const user = order.userId === null ? null : await userById(db, order.userId)
  if (!user) throw refuse('This buyer has no account. Please send them the page of the offer.')
  const facts = await changeFacts(db, order, await shipmentsOf(db, order.id))
  const whyNot = whyNoChangeBy({ by: 'staff' }, facts)
  if (whyNot) throw refuse(whyNoChangeText.staff[whyNot])
  const { method, shipTo: sentTo } = facts.shipments[0]!
  // What is collected has no address; the buyer's name is on their order.
  const record = method === 'pickup' ? order.shipTo : sentTo
  // Orders of earlier versions may keep nothing of who collects them.
  if (!record)
    throw refuse(
      'This order keeps no name of its buyer. Please send the buyer the page of the offer.',
    )
  const { statementShown: _shown, ...to } = record
  const problem = whyNotServe({ method, address: to }, shopToday(services))
  if (problem) throw refuse(namingState(shipToSentence[problem], to.state))
  const product = (await winesShown(db, order)).find(({ id }) => id === wine)
  const shipTo = {
    ...to,
    birthdate: to.birthdate || user.birthdate,
    rules: shipToRules,
    statement: to.gift && method !== 'pickup' ? buyerStatements.gift : buyerStatement(method),
  }
  const price = product?.price
  const fingerprint = JSON.stringify([wine, price, cases, method, settings.taxRateId, shipTo])
  const foundOpen = async () => {
    const already = await openAddedOf(db, order.id)
    if (!already) return null
    const isSame = already.fingerprint === fingerprint && leavesTime(already, now)
    return isSame ? { checkout: already, user, lines: null } : { superseded: already }
  }
  const already = await foundOpen()
  const { hasAllocations, hasStateRules } = await whatDecides(db, user.id, to)
  const ownPage = already && ('checkout' in already ? already.checkout : already.superseded)
  const sale =
    hasStateRules && needsAddress(method)
      ? {
          ...{ shipTo, userId: user.id, email: order.email, units: { [wine]: cases } },
          ...(ownPage && { checkoutId: ownPage.id }),
        }
      : null
  const refuseByState = (verdict: ForbiddenVerdict) =>
    refuse(whyNotByStateText(verdict, { state: to.state, cases }), { field: 'cases' })
  // The page that is open stays as it is.
  const verdict = sale && ownPage ? await stateVerdict(db, sale, now) : null
  if (verdict && forbids(verdict)) throw refuseByState(verdict)
  if (already && 'checkout' in already) return already
  // What is refused leaves the page that is open, which may keep the last cases of this wine.
  const kept = already ? await checkoutLinesOf(db, already.superseded.id) : []
  const isSold = product !== undefined && whyNotAdd(product) === null
  if (!product || (!isSold && !kept.some(({ productId }) => productId === wine))) throw notSold()
  const since = new Date(now.getTime() - 24 * 60 * 60_000)
  if ((await countAdded(db, order.id, since)) >= mostDifferences) {
    throw refuse('Three pages for added cases were opened for this order today.')
  }
  if (already) return already

  const cart = {
    lines: [{ productId: product.id, unitPrice: product.price, quantity: cases }],
    shipping: method,
  }
  const charge = chargeOf(totalsOf(cart, settings.taxPercent))
  const line: NewCheckoutLine = {
    productId: product.id,
    description: descriptionOf(product),
    quantity: cases,
    unitPriceCents: product.price,
    taxCents: charge.taxCents,
  }
  if (!(await arePricesRight(services, [line], await readPriceIds(services, [product.id])))) {
    throw refuse('Our payment provider has another price for this wine, so it is not sold now.')
  }
  const checkout = await insertOfferCheckout(
    db,
    {
      userId: user.id,
      email: order.email,
      channel: 'added',
      buyerKey: addedKey(order.id),
      fingerprint,
      shippingMethod: method,
      ...charge,
      shipTo: { ...shipTo, statementShown: { channel: 'added', at: now.toISOString() } },
      startedAt: now,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
      sale,
    },
    line,
    { userId: user.id, version: null, hasAllocations },
  )
  if (checkout === 'taken') return checkout
  if (checkout === 'sold-out' || checkout === 'hold-limit' || 'forbidden' in checkout) {
    // The last case that is there, or that the law allows, may be held by a press at the same moment.
    const own = await foundOpen()
    if (own) return own
    throw typeof checkout === 'string'
      ? refuse('There is not that much left for this buyer.', { field: 'cases' })
      : refuseByState(checkout.forbidden)
  }
  return { checkout, user, lines: [line] }
}
