import type { Queryable } from '#data/connection.server.ts'
import { queueMails } from '#data/emails/mails.ts'
import type { Parcel } from '#data/shipping/parcels.ts'
import { noteShipmentMails } from '#data/shipping/shipment-mails.ts'
import { shopDates } from '#domain/dates.ts'
import type { OutgoingMail } from '#domain/emails/mail.ts'
import { paths } from '#domain/paths.ts'
import { firstWord } from '#domain/people/person-name.ts'
import type { Carrier } from '#domain/shipping/carriers.ts'
import { carrierName, trackingUrl } from '#domain/shipping/carriers.ts'

import type { Services } from '#use-cases/services.ts'

/** The order that an email is about. */
export type MailedOrder = {
  orderId: string
  orderNumber: number
  userId: string | null
  email: string
  name: string
}

type Speaker = Pick<Services, 'settings' | 'orderLinks'>

/** Where the buyer sees the order: their own page, or a guest's signed link. */
function orderUrlOf(
  { settings, orderLinks }: Speaker,
  { orderId, orderNumber, userId }: Pick<MailedOrder, 'orderId' | 'orderNumber' | 'userId'>,
): string {
  const path =
    userId === null ? paths.guestOrder(orderLinks.sign(orderId)) : paths.order(orderNumber)
  return new URL(path, settings.publicUrl).href
}

/** What every email about a shipment says. */
export const aboutOrder = (services: Speaker, order: MailedOrder) => ({
  firstName: firstWord(order.name),
  number: order.orderNumber,
  orderUrl: orderUrlOf(services, order),
})

/** The carrier and the tracking numbers that count. */
export function onTheWay(parcels: readonly Parcel[]) {
  const current = parcels.filter(({ supersededAt }) => supersededAt === null)
  const carrier: Carrier = current[0]?.carrier ?? 'other'
  return {
    carrier: carrierName[carrier],
    parcels: current.map((parcel) => ({
      number: parcel.trackingNumber,
      url: trackingUrl(parcel.carrier, parcel.trackingNumber),
    })),
  }
}

type HeldFacts = MailedOrder & { holdUntil: Date | null }

export const heldMail = (services: Speaker, facts: HeldFacts): OutgoingMail => ({
  kind: 'order-held',
  recipient: facts.email,
  props: {
    ...aboutOrder(services, facts),
    until: facts.holdUntil && shopDates(services.settings.timeZone).weekday(facts.holdUntil),
  },
})

export const pickupReadyMail = (services: Speaker, order: MailedOrder): OutgoingMail => ({
  kind: 'pickup-ready',
  recipient: order.email,
  props: aboutOrder(services, order),
})

/** An email about a shipment; a second one of the same kind and cause is not queued. */
export type ShipmentMail = { shipmentId: string; cause: string; mail: OutgoingMail }

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
  await queueMails(
    tx,
    mails.filter((one) => isNew(noteOf(one))).map(({ mail }) => mail),
  )
}
