import type { MailKind, MailProps, OutgoingMail } from '#mail/mail.rules.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { aboutOrderOf } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates, writtenWeekday } from '#platform/text/dates.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import { returnTaskDays } from '../returns/returns.rules.ts'
import type { ShipmentState } from '../shipments/shipment.rules.ts'
import { statesFor } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { carrierName, trackingUrl } from '../tracking/carriers.rules.ts'
import type { Parcel } from '../tracking/parcels.store.server.ts'
import type { ShipmentEvent } from '../tracking/shipment-events.store.server.ts'
import { noteShipmentMails, winesIn } from './shipment-mails.store.server.ts'

type MailServices = Pick<Services, 'settings' | 'orderLinks' | 'clock'>

/** An email about a shipment; a second one of the same kind and cause is not queued. */
export type ShipmentMail = { shipmentId: string; cause: string; mail: OutgoingMail }

type About = {
  order: Pick<Order, 'id' | 'number' | 'userId' | 'createdAt' | 'email' | 'name'>
  shipmentId: string
  cause?: string
}

/** An email to the buyer of a shipment; `props` are those that the kind has of its own. */
export const shipmentMail = <Kind extends MailKind>(
  services: MailServices,
  kind: Kind,
  { order, shipmentId, cause = '' }: About,
  props: Omit<MailProps[Kind], 'firstName' | 'number' | 'orderUrl' | 'ordered'>,
): ShipmentMail => {
  // What is in the box is read when the email is queued.
  const about = { ...aboutOrderOf(services, order), ordered: [] }
  return {
    shipmentId,
    cause,
    mail: { kind, recipient: order.email, props: { ...about, ...props } } as OutgoingMail,
  }
}

/** Queues emails about shipments in the transaction that causes them, each once per cause. */
export async function queueShipmentMails(
  tx: Queryable,
  mails: readonly ShipmentMail[],
): Promise<void> {
  const noteOf = ({ shipmentId, cause, mail }: ShipmentMail) => ({
    shipmentId,
    cause,
    kind: mail.kind,
  })
  const isNew = await noteShipmentMails(tx, mails.map(noteOf))
  const fresh = mails.filter((one) => isNew(noteOf(one)))
  if (fresh.length === 0) return
  const wines = await winesIn(
    tx,
    fresh.map(({ shipmentId }) => shipmentId),
  )
  await queueMails(
    tx,
    fresh.map(({ shipmentId, mail }) => {
      const props = { ...mail.props, ordered: wines.get(shipmentId) ?? [] }
      return { ...mail, props } as OutgoingMail
    }),
  )
}

type News = {
  order: Order
  before: Shipment
  after: Shipment
  parcels: readonly Parcel[]
  events: readonly ShipmentEvent[]
  /** Whether its wine is still the buyer's: else there is nothing to ask about a returned box. */
  isOwed: boolean
  /** Whether its parcels ended differently, and do no more. */
  isJoined: boolean
}

/** What an email about a box on its way is made from. */
export type OnItsWay = Omit<News, 'before' | 'isOwed' | 'isJoined'>

/**
 * The email that a change of a shipment causes. News that were learnt together cause one email, about
 * the last of them: a box that is found shipped and delivered at once is reported as delivered.
 */
export function mailsOfNews(services: MailServices, news: News): ShipmentMail[] {
  const { before, after, isJoined } = news
  const isAttempt = after.state === 'attempted' && after.attempts > before.attempts
  if (after.state === before.state && !isAttempt && !isJoined) return []
  const mail = mailsByState[after.state]?.(services, news)
  return mail ? [mail] : []
}

type MakeMail = (services: MailServices, news: News) => ShipmentMail | null

const shipped: MakeMail = (services, { order, after, parcels }) =>
  shipmentMail(
    services,
    'order-shipped',
    { order, shipmentId: after.id },
    {
      ...trackingOf(parcels),
      expectedOn: after.expectedOn && writtenWeekday(after.expectedOn),
    },
  )

const mailsByState: Partial<Record<ShipmentState, MakeMail>> = {
  shipped,
  out: shipped,
  attempted: (services, { order, after, parcels, events }) => {
    const about = { order, shipmentId: after.id, cause: attemptOf(parcels, events, after) }
    return shipmentMail(services, 'order-attempted', about, {
      ...trackingOf(waitingOf(parcels)),
      place: placeOf(events, 'attempted'),
      lastDay: lastDayOf(services, after),
    })
  },
  'at-depot': (services, news) => depotMail(services, news, { isReminder: false }),
  delivered: (services, { order, after }) =>
    shipmentMail(
      services,
      'order-delivered',
      { order, shipmentId: after.id },
      {
        deliveredOn: shopDates(services.settings.timeZone).weekday(after.deliveredAt!),
        signedBy: after.signedBy ?? '',
      },
    ),
  returned: (services, { order, after, isOwed }) =>
    isOwed ? returnedMail(services, order, after, false) : null,
}

/** The email about a box at the depot, and the reminder of its last day. */
export function depotMail(
  services: MailServices,
  { order, after, parcels, events }: OnItsWay,
  { isReminder }: { isReminder: boolean },
): ShipmentMail {
  const cause = isReminder ? `reminder ${after.attempts}` : ''
  return shipmentMail(
    services,
    'order-at-depot',
    { order, shipmentId: after.id, cause },
    {
      ...trackingOf(waitingOf(parcels)),
      place: placeOf(events, 'at-depot') || placeOf(events, 'attempted'),
      lastDay: lastDayOf(services, after),
      isReminder,
    },
  )
}

/** Announces the delivery of tomorrow. */
export const arrivingMail = (
  services: MailServices,
  { order, after, parcels }: OnItsWay,
): ShipmentMail => {
  const about = { order, shipmentId: after.id, cause: after.expectedOn! }
  return shipmentMail(services, 'order-arriving-tomorrow', about, {
    ...trackingOf(parcels),
    expectedOn: writtenWeekday(after.expectedOn!),
  })
}

/** The email about a returned box, which asks what to do with it, and its reminder. */
export function returnedMail(
  services: MailServices,
  order: Order,
  { id: shipmentId, returnedAt }: Pick<Shipment, 'id' | 'returnedAt'>,
  isReminder: boolean,
): ShipmentMail {
  const answerBy = new Date(returnedAt!.getTime() + returnTaskDays * 24 * 60 * 60_000)
  const about = { order, shipmentId, cause: isReminder ? 'reminder' : '' }
  return shipmentMail(services, 'order-returned', about, {
    answerBy: shopDates(services.settings.timeZone).weekday(answerBy),
    isReminder,
  })
}

/** The parcels that wait for the buyer; all where the carrier does not say of which it speaks. */
function waitingOf(parcels: readonly Parcel[]): readonly Parcel[] {
  const waiting = parcels.filter(
    ({ state, supersededAt }) => supersededAt === null && isOneOf(statesFor('follow-up'), state),
  )
  return waiting.length > 0 ? waiting : parcels
}

/** Of several parcels each is told of once, however often another was attempted. */
function attemptOf(
  parcels: readonly Parcel[],
  events: readonly ShipmentEvent[],
  { attempts }: Shipment,
): string {
  if (parcels.length < 2) return String(attempts)
  const numbers = waitingOf(parcels).map(({ id }) => id)
  const last = events.findLast(
    ({ kind, parcelId }) => kind === 'attempted' && parcelId !== null && numbers.includes(parcelId),
  )
  return last ? last.at.toISOString() : String(attempts)
}

/** The carrier and the tracking numbers that are not superseded. */
function trackingOf(parcels: readonly Parcel[]) {
  const current = parcels.filter(({ supersededAt }) => supersededAt === null)
  return {
    carrier: carrierName[current[0]?.carrier ?? 'other'],
    parcels: current.map((parcel) => ({
      number: parcel.trackingNumber,
      url: trackingUrl(parcel.carrier, parcel.trackingNumber),
    })),
  }
}

const placeOf = (events: readonly ShipmentEvent[], kind: ShipmentEvent['kind']): string =>
  events.filter((event) => event.kind === kind && event.place !== '').at(-1)?.place ?? ''

/** Unknown of a box that went to a depot without an attempt, where the carrier names no day. */
const lastDayOf = ({ settings }: MailServices, { depotUntil }: Shipment): string | null =>
  depotUntil && shopDates(settings.timeZone).weekday(depotUntil)
