import type { Order } from '#data/orders/orders.ts'
import type { Parcel } from '#data/shipping/parcels.ts'
import type { ShipmentEvent } from '#data/shipping/shipment-events.ts'
import type { Shipment } from '#data/shipping/shipments.ts'
import { shopDates, writtenWeekday } from '#domain/dates.ts'
import { returnTaskDays } from '#domain/shipping/returns.ts'
import type { ShipmentState } from '#domain/shipping/shipment.ts'

import type { Services } from '#use-cases/services.ts'
import type { MailedOrder, ShipmentMail } from './shipment-mails.ts'
import { aboutOrder, onTheWay } from './shipment-mails.ts'

type Speaker = Pick<Services, 'settings' | 'orderLinks'>

type LearntNews = {
  order: Order
  before: Shipment
  after: Shipment
  parcels: readonly Parcel[]
  events: readonly ShipmentEvent[]
  /** Whether its wine is still the buyer's: else there is nothing to ask about a returned box. */
  isOwed: boolean
}

export const mailedOrder = (order: Order): MailedOrder => ({
  orderId: order.id,
  orderNumber: order.number,
  userId: order.userId,
  email: order.email,
  name: order.name,
})

/**
 * The email that a change of a shipment causes: only the last of what was learnt in one go, so that
 * a box that is found shipped and delivered at once is reported as delivered.
 */
export function mailsOfNews(services: Speaker, learnt: LearntNews): ShipmentMail[] {
  const { before, after } = learnt
  const isAttempt = after.state === 'attempted' && after.attempts > before.attempts
  if (after.state === before.state && !isAttempt) return []
  const mailOf = mailsByState[after.state]
  const mail = mailOf?.(services, learnt)
  return mail ? [mail] : []
}

type MakeMail = (services: Speaker, learnt: LearntNews) => ShipmentMail | null

const shipped: MakeMail = (services, { order, after, parcels }) => ({
  shipmentId: after.id,
  cause: '',
  mail: {
    kind: 'order-shipped',
    recipient: order.email,
    props: {
      ...aboutOrder(services, mailedOrder(order)),
      ...onTheWay(parcels),
      expectedOn: after.expectedOn && writtenWeekday(after.expectedOn),
    },
  },
})

const mailsByState: Partial<Record<ShipmentState, MakeMail>> = {
  shipped,
  out: shipped,
  attempted: (services, { order, after, parcels, events }) => ({
    shipmentId: after.id,
    cause: String(after.attempts),
    mail: {
      kind: 'order-attempted',
      recipient: order.email,
      props: {
        ...aboutOrder(services, mailedOrder(order)),
        ...onTheWay(parcels),
        place: placeOf(events, 'attempted'),
        lastDay: lastDayOf(services, after),
      },
    },
  }),
  'at-depot': (services, learnt) => depotMail(services, learnt, { isReminder: false }),
  delivered: (services, { order, after }) => ({
    shipmentId: after.id,
    cause: '',
    mail: {
      kind: 'order-delivered',
      recipient: order.email,
      props: {
        ...aboutOrder(services, mailedOrder(order)),
        deliveredOn: shopDates(services.settings.timeZone).weekday(after.deliveredAt!),
        signedBy: after.signedBy ?? '',
      },
    },
  }),
  returned: (services, { order, after, isOwed }) =>
    isOwed ? returnedMail(services, order, after, false) : null,
}

/** The email about a box at the depot, and the reminder of its last day. */
export function depotMail(
  services: Speaker,
  { order, after, parcels, events }: Omit<LearntNews, 'before' | 'isOwed'>,
  { isReminder }: { isReminder: boolean },
): ShipmentMail {
  return {
    shipmentId: after.id,
    cause: isReminder ? `reminder ${after.attempts}` : '',
    mail: {
      kind: 'order-at-depot',
      recipient: order.email,
      props: {
        ...aboutOrder(services, mailedOrder(order)),
        ...onTheWay(parcels),
        place: placeOf(events, 'at-depot') || placeOf(events, 'attempted'),
        lastDay: lastDayOf(services, after),
        isReminder,
      },
    },
  }
}

/** The email about a returned box, which asks what to do with it, and its reminder. */
export function returnedMail(
  services: Speaker,
  order: Order,
  after: Pick<Shipment, 'id' | 'returnedAt'>,
  isReminder: boolean,
): ShipmentMail {
  const answerBy = new Date(after.returnedAt!.getTime() + returnTaskDays * 24 * 60 * 60_000)
  return {
    shipmentId: after.id,
    cause: isReminder ? 'reminder' : '',
    mail: {
      kind: 'order-returned',
      recipient: order.email,
      props: {
        ...aboutOrder(services, mailedOrder(order)),
        answerBy: shopDates(services.settings.timeZone).weekday(answerBy),
        isReminder,
      },
    },
  }
}

const placeOf = (events: readonly ShipmentEvent[], kind: ShipmentEvent['kind']): string =>
  events.filter((event) => event.kind === kind && event.place !== '').at(-1)?.place ?? ''

const lastDayOf = ({ settings }: Speaker, { depotUntil }: Shipment): string =>
  depotUntil ? shopDates(settings.timeZone).weekday(depotUntil) : ''
