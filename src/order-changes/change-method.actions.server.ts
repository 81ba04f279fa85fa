import { z } from 'zod'

import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { fieldOfProblem, shipToRules, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { holdMinutes, leavesTime, sessionMinutes } from '#checkout/checkout.rules.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { requestProviderSession } from '#checkout/request-session.actions.server.ts'
import { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
import { shippedTo } from '#checkout/shipped-to.actions.server.ts'
import { retryOnConflict } from '#checkout/with-one-checkout.actions.server.ts'
import { orderUrlOf } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { centsOfPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressIn, byAddressField } from '#platform/address/address.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { NewFlash } from '#platform/http/flash.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { refundNow, saidOfRefund, saveRefund } from './change-money.actions.server.ts'
import type { MethodOption } from './change-money.rules.ts'
import { methodOptions, mostDifferences } from './change-money.rules.ts'
import type { Asked, Changed, Open } from './change-order.actions.server.ts'
import {
  keyOf,
  lockForChange,
  notOffered,
  ofOrder,
  sayChanged,
} from './change-order.actions.server.ts'
import { writeMethod } from './difference-channel.actions.server.ts'
import { countDifferences, insertDifference, openDifferenceOf } from './differences.store.server.ts'
import { changedMeanwhileText } from './order-changes.copy.ts'
import { paidOrderNow, paidOrderOf } from './paid-order.actions.server.ts'
import { refundDifferences } from './refund-differences.actions.server.ts'

const typedText = z.string().default('')

/**
 * Sends an order by another method, or lets it be collected. A cheaper one is done and its difference refunded;
 * a dearer one is done once its difference is paid on the provider's page, to which this leads.
 */
export const changeMethod = customerWork({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object({
    ...ofOrder,
    method: z.string('Please choose a shipping method.'),
    ...byAddressField(() => typedText),
    statement: typedText,
  }),
  async run(working, typed) {
    const { services } = working
    let changed = null as Changed | null
    const opened = await retryOnConflict(
      services,
      () =>
        services.db.transaction(async (tx) => {
          const chosen = await choose({ ...working, tx }, typed)
          if (!('after' in chosen)) return chosen
          changed = chosen
          return { reason: 'changed' as const }
        }),
      ({ checkout, order }) =>
        requestProviderSession(services, checkout, async () =>
          pageOfDifference(services, order, checkout),
        ),
    )
    if (opened.ok) return { payAt: opened.url }
    if (changed) return { changed, ...(await refundNow(services, changed)) }
    return refuse(opened.reason === 'already-paid' ? changedMeanwhileText : providerAway)
  },
  say: (done) =>
    'payAt' in done
      ? { to: done.payAt, isDocument: true }
      : { ...sayChanged(done.changed), ...saidOfRefund({ ...done.changed, refund: done.refund }) },
})

export const providerAway =
  'Our payment provider can’t be reached right now, so nothing was changed. Please try again in a few minutes.'

type Typed = Address & { statement: string }

type Chosen = Changed | { checkout: Checkout; order: Order } | { superseded: Checkout }

/** Does a change that costs nothing more, or opens the checkout of what it costs. A refusal is thrown. */
async function choose(
  asked: Asked & { now: Date },
  {
    seen,
    method,
    number,
    token,
    ...typed
  }: Typed & {
    seen: number
    method: string
    number?: string | undefined
    token?: string | undefined
  },
): Promise<Chosen> {
  const { services, tx, now, formKey } = asked
  // An address is typed for what was collected until now.
  const read = completeAddress.safeParse(typed)
  const to = read.success ? read.data : null
  const open = await lockForChange(asked, { number, token }, seen, { isForPickups: true, to })
  if (open instanceof Refusal) throw open
  if ('after' in open) return open
  const { own, shipments } = open
  const { order } = own
  const paid = await paidOrderOf(services, tx, order, shipments)
  const options = methodOptions(paid)
  const option = order.paymentIntentId && options.find(({ value }) => value === method)
  if (!option) throw notOffered(method, 'method', 'Please choose a shipping method.')
  const isPickup = shipments[0]!.method === 'pickup'
  const shipTo = isPickup ? addressTyped(services, order, typed, now) : shipments[0]!.shipTo
  if (isPickup && open.byLaw) throw open.byLaw
  if (option.cents > 0) return openDifference(services, tx, open, option, shipTo!)
  const changed = await writeMethod(services, tx, {
    own,
    shipments,
    at: now,
    method: option.method,
    cents: option.cents,
    shipTo: isPickup ? shipTo : null,
    requestKey: keyOf(order, formKey),
  })
  const { purpose, fromDifferences } = option
  const refund = { amountCents: centsOfPurpose(purpose), purpose, back: {} }
  const reason = 'You chose another way of shipping.'
  if (refund.amountCents > 0) await saveRefund(services, tx, changed, order, { ...refund, reason })
  await refundDifferences(tx, paid.differences, fromDifferences)
  return changed
}

/** Where an order is to go that was collected until now; a refusal is thrown. */
function addressTyped(
  services: Services,
  { name, shipTo }: Order,
  { statement, ...typed }: Typed,
  now: Date,
): ShipToRecord {
  const read = completeAddress.safeParse(typed)
  const errors: Record<string, string> = {}
  for (const { path, message } of read.error?.issues ?? []) errors[String(path[0])] ??= message
  if (statement !== 'yes') errors['statement'] = 'Please confirm this for the address.'
  if (!read.success || statement !== 'yes') {
    throw new Refusal(400, 'Please complete the address.', errors)
  }
  const address = read.data
  const problem = whyNotShipTo(address, shopToday(services))
  if (problem) throw refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })
  return {
    name: shipTo?.name || name,
    phone: shipTo?.phone ?? '',
    birthdate: shipTo?.birthdate ?? null,
    rules: shipToRules,
    ...address,
    statement: buyerStatements.delivery,
    statementShown: { channel: 'order-page', at: now.toISOString() },
  }
}

/** The open checkout of the same difference, the one that this replaces, or a new one. */
export async function openDifference(
  { clock }: Services,
  tx: Transaction,
  { own: { order, by } }: Pick<Open, 'own'>,
  { method, cents }: MethodOption,
  shipTo: ShipToRecord,
): Promise<{ checkout: Checkout; order: Order } | { superseded: Checkout }> {
  const now = clock()
  const fingerprint = JSON.stringify([method, cents, ...Object.values(addressIn(shipTo))])
  const already = await openDifferenceOf(tx, order.id)
  const isSame = already?.fingerprint === fingerprint && leavesTime(already, now)
  if (isSame) return { checkout: already, order }
  // What is refused leaves the page that is open.
  const since = new Date(now.getTime() - 24 * 60 * 60_000)
  if ((await countDifferences(tx, order.id, since)) >= mostDifferences) {
    throw refuse(
      by === 'staff'
        ? 'Three payment pages were opened for this order today. Please try again tomorrow.'
        : 'You have opened three payment pages for this order today. Try again tomorrow, or write or call us.',
    )
  }
  if (already) return { superseded: already }
  const checkout = await insertDifference(tx, {
    order,
    by,
    method,
    shipTo,
    amountCents: cents,
    fingerprint,
    startedAt: now,
    expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
  })
  return { checkout, order }
}

/** The payment page of a difference; all of it comes from the checkout, so that a retry sends the same request. */
export function pageOfDifference(services: Services, order: Order, checkout: Checkout) {
  const { payments } = services
  const { shippingMethod: method, totalCents: amount } = checkout
  const shipping = shippedTo(checkout)
  if (!shipping || !method) throw new Error(`Checkout ${checkout.id} lacks its shipping`)
  const page = orderUrlOf(services, order, checkout.expiresAt)
  const request = {
    checkoutId: checkout.id,
    amount,
    shipping,
    note: buyerStatement(method),
    email: order.userId === null ? null : order.email,
    title: `Order K-${order.number}: ${shippingMethodName[method]}, the difference`,
    successUrl: `${page}/change/method?paid={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}/change/method`,
    expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
  }
  return (key: string) => payments.createReshipmentSession(request, key)
}

/** The methods that an order may change to, and the payment page that is open for one. */
export async function viewMethods(services: Services, order: Order) {
  const options = methodOptions(await paidOrderNow(services, order))
  const open = await openDifferenceOf(services.db, order.id)
  return {
    options: options.map(({ value, method, cents }) => ({ value, method, cents })),
    open: open && { method: open.shippingMethod!, cents: open.totalCents, until: open.expiresAt },
  }
}

/** The message for a buyer who comes back from the payment page of a difference. */
export async function afterPayingMore(
  services: Services,
  payment: string,
  address: string,
): Promise<NewFlash> {
  const recorded = await returnFromPayment(services, payment, address)
  // An order that was canceled in the meantime shows no shipments, so only this has its place there.
  const served: NewFlash = {
    tone: 'good',
    sentence: 'Paid, and your order is changed. We have emailed you.',
    at: 'shipments',
  }
  const shown = (tone: NewFlash['tone'], sentence: string): NewFlash => ({ tone, sentence })
  if (recorded.state === 'booked') {
    return recorded.isServed
      ? served
      : shown(
          'info',
          'Your payment came after your order had left or was changed, so we are refunding all of it. We will email you once it is done.',
        )
  }
  return recorded.state === 'being-confirmed'
    ? shown(
        'info',
        'Your payment is being confirmed. We will email you once your order is changed.',
      )
    : shown('info', 'Nothing was paid, so your order stays as it is.')
}
