import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import {
  raiseFlag,
  resolveFlagOf,
  resolveFlagsAbout,
} from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import { mailsOfNews, queueShipmentMails } from '../emails/shipment-mails.actions.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import type { ShipmentState } from '../shipments/shipment.rules.ts'
import { isUnderWay, statesFor, statesIn } from '../shipments/shipment.rules.ts'
import type { Shipment, ShipmentChanges } from '../shipments/shipments.store.server.ts'
import {
  correctShipmentState,
  lockShipment,
  moveShipment,
  shipmentById,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { depotDays } from './carriers.rules.ts'
import {
  areApart,
  attemptsIn,
  contradictionsOf,
  deliveriesOf,
  parcelState,
  senderZipFor,
  stateOfParcels,
} from './events.rules.ts'
import type { Parcel } from './parcels.store.server.ts'
import { parcelsOf, writeParcelState } from './parcels.store.server.ts'
import type { NewShipmentEvent, ShipmentEvent } from './shipment-events.store.server.ts'
import { eventsOf, insertEvents } from './shipment-events.store.server.ts'

/** New events and facts about a shipment. */
export type News = {
  events: readonly Omit<NewShipmentEvent, 'shipmentId'>[]
  /** Calendar day on which the carrier expects to deliver; undefined where unknown. */
  expectedOn?: string | null
  /** Until when the depot keeps it, where the carrier reports it. */
  depotUntil?: Date | null
  /** A tracking number was corrected, or staff undid a delivery: the state may go back. */
  isCorrection?: boolean
}

/**
 * Records events of a shipment and recomputes its state from all of them, with the emails and flags that
 * this causes. Idempotent. Null when the shipment does not exist.
 */
export async function recordNews(
  services: Services,
  tx: Transaction,
  shipmentId: string,
  news: News,
): Promise<Shipment | null> {
  const found = await shipmentById(tx, shipmentId)
  // Orders are locked before shipments: flags refer to them.
  const order = found && (await lockOrder(tx, found.orderId))
  const shipment = order && (await lockShipment(tx, shipmentId))
  if (!order || !shipment) return null
  await insertEvents(
    tx,
    news.events.map((event) => ({ ...event, shipmentId })),
  )
  const known = { shipment, news, ...(await stateNow(services, tx, shipment)) }
  const after = await writeState(services, tx, known)
  await raiseFlags(tx, order, after, known)
  if (known.isJoined || after.state !== shipment.state || after.attempts > shipment.attempts) {
    // Of parcels that end differently nobody is asked before staff have said what is in which.
    const isOwed =
      after.state === 'returned' &&
      !areApart(known.parcels) &&
      (await isStillOwed(tx, order, after))
    await queueShipmentMails(
      tx,
      mailsOfNews(services, { order, before: shipment, ...known, after, isOwed }),
    )
  }
  return after
}

type Known = {
  shipment: Shipment
  news: News
  events: ShipmentEvent[]
  /** Without those back to the winery, for which its own staff sign. */
  deliveries: ShipmentEvent[]
  /** Those whose numbers stand, with the states that follow from all events. */
  parcels: Parcel[]
  state: ShipmentState
  /** Whether its parcels ended differently, and do no more. */
  isJoined: boolean
  senderZip: string | null
}

/** The state that follows from all events. */
async function stateNow(
  { settings: shop }: Services,
  tx: Transaction,
  shipment: Shipment,
): Promise<Omit<Known, 'shipment' | 'news'>> {
  const [events, all, settings] = [
    await eventsOf({ db: tx, settings: shop }, shipment.id),
    await parcelsOf(tx, [shipment.id]),
    await shippingSettingsOf(tx),
  ]
  const standing = all.filter(({ supersededAt }) => supersededAt === null)
  const senderZip = senderZipFor(shipment, settings?.senderZip ?? '')
  // Events without a parcel, such as those from before a handover was undone.
  const whole = events.filter(({ parcelId }) => parcelId === null)
  const parcels: Parcel[] = []
  const delivered = new Set(standing.length > 0 ? [] : deliveriesOf(whole, { senderZip }))
  for (const parcel of standing) {
    const own = events.filter(({ parcelId }) => parcelId === null || parcelId === parcel.id)
    const state = parcelState(own, { senderZip })
    for (const one of deliveriesOf(own, { senderZip })) delivered.add(one)
    if (state !== parcel.state) await writeParcelState(tx, parcel.id, state)
    parcels.push({ ...parcel, state })
  }
  const without = parcelState(whole, { senderZip })
  const counted = new Set(parcels.map(({ id }) => id))
  return {
    parcels,
    events: events.filter(({ parcelId }) => parcelId === null || counted.has(parcelId)),
    deliveries: events.filter((event) => delivered.has(event)),
    state: stateOfParcels(
      parcels.map((parcel) => parcel.state),
      without,
    ),
    isJoined: shipment.settledAt === null && areApart(standing) && !areApart(parcels),
    senderZip,
  }
}

async function writeState(
  { clock, carriers }: Services,
  tx: Transaction,
  { shipment, news, events, deliveries, parcels, state, isJoined }: Known,
): Promise<Shipment> {
  const wasOnItsWay = isUnderWay(shipment.state) || shipment.state === 'delivered'
  const changes: ShipmentChanges = {
    ...(news.expectedOn !== undefined && { expectedOn: news.expectedOn }),
    ...(wasOnItsWay && changesFrom(shipment, state, news, { events, deliveries, parcels })),
  }
  if (state !== shipment.state || attemptsIn(events) > shipment.attempts) {
    changes.followedUpAt = null
    changes.followUpAgainAt = null
  }
  // Its buyer is asked now that the last of it came back too.
  if (isJoined && shipment.state === 'returned') changes.returnedAt = clock()
  const carrier = parcels[0]?.carrier
  if (carrier) changes.carrier = carrier
  // After its delivery it is asked about for some days more: see `setRecheck`.
  const isWatched =
    state === 'delivered' &&
    (shipment.state !== state || shipment.recheckAt !== null) &&
    parcels.some((parcel) => carriers?.asked.includes(parcel.carrier))
  // One that came back ends the shipment, and not the others.
  const isUnfinished =
    shipment.settledAt === null && parcels.some((parcel) => isUnderWay(parcel.state))
  const isOpen = parcels.length > 0 && (isUnderWay(state) || isWatched || isUnfinished)
  changes.recheckAt = isOpen ? (shipment.recheckAt ?? clock()) : null
  if (state === shipment.state || !wasOnItsWay) {
    await updateShipment(tx, shipment.id, changes)
  } else {
    // One of several parcels may be fetched at the depot while another is still in transit.
    const mayGoBack =
      news.isCorrection === true || (parcels.length > 1 && isUnderWay(shipment.state))
    const isByStaff = news.events.some(({ source }) => source === 'staff')
    const isMoved =
      (await moveShipment(tx, shipment, state, 'events', changes)) ||
      (isByStaff && (await moveShipment(tx, shipment, state, 'staff', changes))) ||
      (mayGoBack && (await correctShipmentState(tx, shipment, state, changes)))
    if (!isMoved) await updateShipment(tx, shipment.id, changes)
  }
  return (await shipmentById(tx, shipment.id))!
}

/** Further facts from the events. */
function changesFrom(
  shipment: Shipment,
  state: ShipmentState,
  news: News,
  { events, deliveries, parcels }: Pick<Known, 'events' | 'deliveries' | 'parcels'>,
): ShipmentChanges {
  const first = (kind: ShipmentEvent['kind']) => events.find((event) => event.kind === kind)
  // What staff say holds from when they say it: the carrier's report may be of weeks before.
  const returned =
    events.findLast(({ kind, source }) => kind === 'returned' && source === 'staff') ??
    first('returned') ??
    events.find((event) => event.kind === 'delivered' && !deliveries.includes(event))
  return {
    shippedAt: first('shipped')?.at ?? shipment.shippedAt ?? events.find(isScan)?.at ?? null,
    deliveredAt: deliveries[0]?.at ?? null,
    signedBy: deliveries.find(({ signer }) => signer !== '')?.signer ?? null,
    attempts: attemptsIn(events),
    depotUntil: news.depotUntil ?? depotUntilOf(shipment, events, parcels),
    // A box that was delivered may be marked returned much later, and its buyer has as long to answer.
    returnedAt: (state === 'returned' && returned?.at) || null,
  }
}

/** A carrier's other reports may be older than the box: of a label that was made. */
const isScan = ({ source, kind }: ShipmentEvent): boolean =>
  source === 'carrier' && kind !== 'other'

/** Of several parcels the last day of those counts that the buyer does not have yet. */
function depotUntilOf(
  shipment: Shipment,
  events: readonly ShipmentEvent[],
  parcels: readonly Parcel[],
): Date | null {
  const fetched = new Set(parcels.filter(({ state }) => state === 'delivered').map(({ id }) => id))
  const isOfSeveral = parcels.length > 1
  const attempted = events.findLast(
    ({ kind, parcelId }) =>
      kind === 'attempted' && !(isOfSeveral && parcelId !== null && fetched.has(parcelId)),
  )
  const isNew = shipment.attempts < attemptsIn(events) || !shipment.depotUntil
  if (attempted && (isOfSeveral || isNew)) return daysAfter(attempted.at, depotDays)
  return isOfSeveral ? null : shipment.depotUntil
}

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * 24 * 60 * 60_000)

/** Flags that say no more than the state of a box, and end with it. */
const flagReasonsOfState: readonly [FlagReason, readonly ShipmentState[]][] = [
  ['second-attempt', statesFor('follow-up')],
  ['shipment-lost', ['lost']],
  ['shipment-damaged', ['damaged']],
  ['return-unanswered', statesIn('back')],
]

/** Raises flags, each once, and resolves those whose cause is gone. */
async function raiseFlags(
  tx: Transaction,
  order: Order,
  after: Shipment,
  { shipment: before, events, senderZip }: Known,
): Promise<void> {
  const source = after.id
  const isNew = (state: ShipmentState) => after.state === state && before.state !== state
  if (after.state === 'delivered' && after.method !== 'pickup') {
    const flag = { orderId: order.id, reason: 'delivered-unsigned', source } as const
    if (after.signedBy) await resolveFlagOf(tx, flag)
    else if (before.state !== 'delivered') await raiseFlag(tx, order.id, flag.reason, { source })
  }
  if (after.attempts >= 2 && after.attempts > before.attempts && after.state === 'attempted') {
    const cause = { source: `${source} ${after.attempts}` }
    await raiseFlag(tx, order.id, 'second-attempt', cause)
  }
  if (isNew('lost')) await raiseFlag(tx, order.id, 'shipment-lost', { source })
  if (isNew('damaged')) await raiseFlag(tx, order.id, 'shipment-damaged', { source })
  // What staff knew when they said that it was delivered contradicts nothing.
  const said = events.findLast((one) => one.source === 'staff' && one.kind === 'delivered')
  const since = said ? events.filter(({ id }) => id >= said.id) : events
  for (const { kind } of contradictionsOf(since, after.state, { senderZip })) {
    const cause = { source: `${source} ${kind}`, once: true }
    await raiseFlag(tx, order.id, 'return-contradicts', cause)
  }
  if (after.state !== before.state) {
    const over = flagReasonsOfState.filter(([, states]) => !isOneOf(states, after.state))
    await resolveFlagsAbout(tx, { orderId: order.id, source, reasons: over.map(([one]) => one) })
  }
}
