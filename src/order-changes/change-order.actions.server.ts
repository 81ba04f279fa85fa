import { z } from 'zod'

import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { namingState, shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { fieldOfProblem, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { howItGoes } from '#catalogue/destinations/shipping.rules.ts'
import { stateSentence } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { whyLawForbids } from '#orders/order/law-of-order.store.server.ts'
import { aboutOrderOf } from '#orders/order/order-mails.actions.server.ts'
import { endThanksOf, lockOrder, winesOf } from '#orders/order/orders.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { Changing as ActionParts, Said } from '#platform/action/carry-out.server.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import { customerAction } from '#platform/action/customer-action.server.ts'
import { dayOrNone, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressIn, isSameAddress } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { shippingSettingsOf } from '#shipping/overview/shipping-settings.store.server.ts'
import { dispatchEveryDay } from '#shipping/readiness/dispatch-days.rules.ts'
import { leavingDay } from '#shipping/readiness/readiness.rules.ts'
import { readinessFacts } from '#shipping/readiness/readiness.store.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { shipToStated } from '#shipping/shipments/ship-to-stated.rules.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import {
  lockShipments,
  shipmentsOf,
  updateShipment,
} from '#shipping/shipments/shipments.store.server.ts'
import { insertEvent } from '#shipping/tracking/shipment-events.store.server.ts'

import { casesText, changedMeanwhileText, whyNoChangeText } from './order-changes.copy.ts'
import type { ChangedValue } from './order-changes.rules.ts'
import { whyNotEarliest } from './order-changes.rules.ts'
import type { OrderChange } from './order-changes.store.server.ts'
import { changesOf, insertChange, shipsUntilOf } from './order-changes.store.server.ts'
import type { OwnOrder, OwnOrderPath } from './view-changes.actions.server.ts'
import {
  changeFacts,
  earliestOf,
  leavesOn,
  ownOrder,
  whyNoChangeBy,
} from './view-changes.actions.server.ts'

/** The order that the page's address names, and how often it was changed when its form was filled. */
export const ofOrder = {
  number: z.string().optional(),
  token: z.string().optional(),
  seen: wholeNumber(),
}

export type Asked = {
  services: Services
  tx: Transaction
  viewer: Customer | null
  formKey: string
}

export type Changed = Pick<OwnOrder, 'page'> & {
  after: ChangedValue
  orderId: string
  requestKey: string
}

/** Sends an order that was not handed over to another address, at the same price. */
export const changeAddress = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: completeAddress.extend({
    ...ofOrder,
    statement: z.literal('yes', 'Please confirm this for the new address.'),
  }),
  async run(asked, { number, token, seen, statement: _statement, ...typed }) {
    const open = await lockForChange(asked, { number, token }, seen, { to: typed })
    if (open instanceof Refusal || 'after' in open) return open
    return writeAddress(asked, open, typed)
  },
  afterwards: (services, { orderId }) => recomputeReadiness(services, { orderId }),
  say: (done) => sayChanged(done),
})

/** Sets the day before which an order is not handed over, or none. */
export const changeEarliest = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object({ ...ofOrder, earliest: dayOrNone() }),
  async run(asked, { number, token, seen, earliest }) {
    const open = await lockForChange(asked, { number, token }, seen)
    if (open instanceof Refusal || 'after' in open) return open
    return writeEarliest(asked, open, earliest)
  },
  afterwards: (services, { orderId }) => recomputeReadiness(services, { orderId }),
  say: (done) => sayChanged(done),
})

/** What a change by the buyer and one by staff have in common. */
export type Changing = Pick<
  ActionParts<never>,
  'services' | 'tx' | 'now' | 'today' | 'formKey' | 'midnight'
>

/** Where a buyer saw, or was told, what they state. */
export const statedTo = ({ by }: Pick<OwnOrder, 'by'>, now: Date) => ({
  channel: by === 'staff' ? ('phone' as const) : ('order-page' as const),
  at: now.toISOString(),
})

/** Writes another address, of which the buyer has just stated the statement. */
export async function writeAddress(
  { services, tx, now, today, formKey }: Changing,
  open: Open,
  address: Address,
): Promise<Changed | Refusal> {
  const { own, shipments } = open
  const problem = whyNotShipTo(address, today)
  if (problem) return refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })
  const before = addressIn(shipments[0]!.shipTo!)
  if (isSameAddress(before, address)) {
    return refuse('It already goes there.', { field: 'address' })
  }
  if (open.byLaw) return open.byLaw
  for (const { id, shipTo } of shipments) {
    await updateShipment(tx, id, {
      shipTo: shipToStated(shipTo!, address, statedTo(own, now)),
      toState: address.state,
      toZip: address.zipCode,
    })
  }
  return writeChange(services, tx, open, {
    at: now,
    requestKey: keyOf(own.order, formKey),
    kind: 'address',
    before: { address: before },
    after: { address },
  })
}

/** Why the boxes of an order may not wait for that calendar day, as a sentence, or null. */
export async function whyNotFrom(
  tx: Transaction,
  { own, shipments }: Pick<Open, 'own' | 'shipments'>,
  earliest: string,
  { now, today }: Pick<Changing, 'now' | 'today'>,
): Promise<string | null> {
  const { dispatch } = (await shippingSettingsOf(tx)) ?? { dispatch: dispatchEveryDay }
  const facts = await readinessFacts(tx, { orderId: own.order.id }, now)
  const shipsFrom = facts.reduce<string | null>((day, one) => leavingDay(day, one.shipsFrom), null)
  const shipsUntil = await shipsUntilOf(tx, own.order.id)
  const methods = shipments.map(({ method }) => method)
  return whyNotEarliest(earliest, { today, shipsFrom, shipsUntil, dispatch, methods })
}

export async function writeEarliest(
  { services, tx, now, today, formKey, midnight }: Changing,
  open: Open,
  typed: string | null,
): Promise<Changed | Refusal> {
  const { own, shipments } = open
  // Today is as soon as it can leave.
  const earliest = typed === today ? null : typed
  const before = earliestOf(services.settings, shipments[0]!.notBefore, now)
  const isShown = earliest === (await leavesOn(tx, services.settings, shipments[0]!, now))
  if (isShown) return refuse('It is already set this way.', { field: 'earliest' })
  const whyNot = earliest && (await whyNotFrom(tx, open, earliest, { now, today }))
  if (whyNot) return refuse(whyNot, { field: 'earliest' })
  for (const { id } of shipments) {
    await updateShipment(tx, id, { notBefore: earliest === null ? null : midnight(earliest) })
  }
  return writeChange(services, tx, open, {
    at: now,
    requestKey: keyOf(own.order, formKey),
    kind: 'earliest',
    before: { earliest: before },
    after: { earliest },
  })
}

/** What may be done all the same: letting a box go, and what orders for pickup or in two shipments allow. */
export type Which = {
  isRelease?: boolean
  isForPickups?: boolean
  isForSplits?: boolean
  /** Where it is to go, for the law of that place is asked before anything is locked; `units` are those that go there. */
  to?: Address | null
  units?: Readonly<Record<string, number>>
}

export type Open = {
  own: OwnOrder
  shipments: readonly Shipment[]
  /** Why the law forbids it to go where it is to go. */
  byLaw: Refusal | null
}

/** On the page of the order. */
export function sayChanged({ page, after }: Changed): Said {
  const sentence = `${changedText(after)} We have emailed you.`
  return { sentence, to: `${page}#where-it-is`, at: 'shipments' }
}

/**
 * Locks an order and its shipments, for which a handover competes: one of the two wins. Refuses where it
 * may not be changed, or was changed since the form was filled; the same form again was carried out.
 */
export async function lockForChange(
  { services, tx, viewer, formKey }: Asked,
  path: OwnOrderPath,
  seen: number,
  which: Which = {},
): Promise<Open | Changed | Refusal> {
  const { orderLinks, clock } = services
  const own = await ownOrder({ db: tx as Queryable, orderLinks, clock }, viewer, path)
  if (!own) return notThere()
  const byLaw = await refusalByLaw(tx, own.order, which, clock())
  return lockOwn({ tx, formKey }, own, seen, { ...which, byLaw })
}

/** Why the law forbids the order to go where it is to go, or null. Before any row is locked. */
export async function refusalByLaw(
  tx: Transaction,
  order: Pick<Order, 'id'>,
  { to, units }: Pick<Which, 'to' | 'units'>,
  at: Date,
): Promise<Refusal | null> {
  const problem = to ? await whyLawForbids(tx, order.id, { to, at, ...(units && { units }) }) : null
  return problem && refuse(namingState(stateSentence[problem], to!.state), { field: 'state' })
}

/** The same for an order of which is known who changes it. */
export async function lockOwn(
  { tx, formKey }: Pick<Asked, 'tx' | 'formKey'>,
  own: OwnOrder,
  seen: number,
  {
    isRelease = false,
    isForPickups = false,
    isForSplits = false,
    byLaw = null,
  }: Which & { byLaw?: Refusal | null },
): Promise<Open | Changed | Refusal> {
  const order = await lockOrder(tx, own.order.id)
  if (!order) return notThere()
  const requestKey = keyOf(order, formKey)
  const already = (await changesOf(tx, order.id)).find((one) => one.requestKey === requestKey)
  if (already) return { page: own.page, after: already.after, orderId: order.id, requestKey }
  const ids = (await shipmentsOf(tx, order.id)).map(({ id }) => id)
  const facts = await changeFacts(tx, order, await lockShipments(tx, ids))
  const whyNot = whyNoChangeBy(own, facts)
  const isAllowed =
    // Who holds a box can always let it go.
    (isRelease && whyNot === 'too-many') || (isForSplits && whyNot === 'split')
  const reader = own.by === 'staff' ? 'staff' : 'buyer'
  if (whyNot && !isAllowed) return refuse(whyNoChangeText[reader][whyNot])
  const isPickup = facts.shipments.some(({ method }) => method === 'pickup')
  if (isPickup && !isForPickups) return notThere()
  if (facts.seen !== seen) {
    return refuse(changedMeanwhileText)
  }
  return { own: { ...own, order }, shipments: facts.shipments, byLaw }
}

/**
 * Refuses a choice that is not offered: at its field where none was made, else as changed in the meantime, since a
 * refund by staff may have ended the offer without counting as a change of the order.
 */
export const notOffered = (chosen: string, field: string, sentence: string): Refusal =>
  chosen === '' ? refuse(sentence, { field }) : refuse(changedMeanwhileText)

/** What the buyer is emailed about a change; by default that it is made, at the same price. */
type Told = {
  kind?: 'order-changed' | 'order-cancelled'
  /** What it costs or refunds. */
  money?: string
  /** What only the history of the order says besides. */
  why?: string | undefined
  /** The wines that are kept. */
  wines?: readonly { description: string; quantity: number }[]
}

/** Writes a change with its place in the history of the shipments, and emails the buyer. */
export async function writeChange(
  services: Services,
  tx: Transaction,
  { own: { order, by, page }, shipments }: Pick<Open, 'own' | 'shipments'>,
  change: Pick<OrderChange, 'at' | 'requestKey' | 'kind' | 'before' | 'after'>,
  { kind = 'order-changed', money, why, wines }: Told = {},
): Promise<Changed> {
  const { at, after, requestKey } = change
  await insertChange(tx, { ...change, orderId: order.id, by })
  await endThanksOf(tx, order.id)
  const words = changedText(after)
  const source = by === 'staff' ? 'staff' : 'customer'
  for (const { id: shipmentId } of shipments) {
    const text = [words, money, why].filter(Boolean).join(' ')
    await insertEvent(tx, { shipmentId, at, source, kind: 'changed', text })
  }
  const props = {
    ...aboutOrderOf(services, order),
    what: words,
    ordered: [...(wines ?? (await winesOf(tx, order.id)))],
    ...(money && { money }),
  }
  await queueMails(tx, [{ kind, recipient: order.email, props }])
  return { page, after, orderId: order.id, requestKey }
}

export const keyOf = ({ id }: Pick<Order, 'id'>, formKey: string) => `${id}:${formKey}`

const methodText = (method: ShippingMethod) =>
  method === 'pickup'
    ? 'You will now pick up your order yourself.'
    : `Your order now ships ${howItGoes[method]}.`

function apartText(apart: Extract<ChangedValue, { apart: unknown }>['apart']): string {
  if (!apart) return 'Your order ships in one shipment again.'
  const { cases, state, zipCode, earliest } = apart
  const day = earliest === null ? '' : `, on ${writtenWeekday(earliest)} or soon after`
  return `${casesText(cases)} of your order now ${cases === 1 ? 'ships' : 'ship'} separately to ${stateName(state)} ${zipCode}${day}.`
}

/** Without the street, which a guest's link does not show, and the city, which is anybody's words. */
export function changedText(after: ChangedValue): string {
  // Nor the recipient's name.
  if ('gift' in after) {
    return after.gift
      ? 'Your order is now a gift for another adult, who will sign for it.'
      : 'Your order is no longer a gift.'
  }
  if ('isHeld' in after) {
    return after.isHeld
      ? 'We are holding your order until you tell us to send it.'
      : `We no longer hold your order for you. It ships ${leavesText(after.earliest)}.`
  }
  if ('address' in after) {
    const { zipCode, state } = after.address
    return `Your order now ships to ${stateName(state)} ${zipCode}.`
  }
  if ('method' in after) return methodText(after.method)
  if ('apart' in after) return apartText(after.apart)
  if ('isCancelled' in after) return 'Your order is canceled.'
  if ('kept' in after) {
    return `You keep ${casesText(Object.values(after.kept).reduce((sum, n) => sum + n, 0))} of your order.`
  }
  return `Your order ships ${leavesText(after.earliest)}.`
}

const leavesText = (earliest: string | null = null) =>
  earliest === null ? 'as soon as possible' : `on ${writtenWeekday(earliest)} or soon after`
