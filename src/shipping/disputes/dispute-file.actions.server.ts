import type { Queryable } from '#platform/database/connection.server.ts'
import { sentMailsAbout } from '#mail/mails.store.server.ts'
import type { Dispute } from '#orders/disputes/disputes.store.server.ts'
import type { Order, OrderLine } from '#orders/order/orders.store.server.ts'
import { orderById, orderLinesOf } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { adminOrdersCopy } from '#orders/order/admin-orders.copy.ts'
import { disputeReason } from '#orders/flags/order-flags.copy.ts'
import { emailName } from '#mail/mail.rules.ts'
import { disputeFileCopy as copy } from './dispute-file.copy.ts'
import { eventName, shipmentStateName } from '../shipments/shipping.copy.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { Address } from '#catalogue/destinations/ship-to.rules.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import { documentName, isDocumentKind } from '../pickup/pickup.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import type { DisputeFile } from '../papers/packing-papers.ts'
import type { DisputeEvidence } from '#payments/after-sale-payments.ts'

import type { Services } from '#platform/services/services.ts'
import type { WholeShipment } from '../shipments/view-shipments.actions.server.ts'
import { wholeShipmentsOf } from '../shipments/view-shipments.actions.server.ts'

/** The shop’s records of a disputed order: a file for the bank, and the provider's own fields. */
export type DisputeFacts = {
  order: Order
  file: DisputeFile
  evidence: Omit<DisputeEvidence, 'fileId'>
  /** All of its boxes were delivered or collected. */
  isDelivered: boolean
}

/** Reads order, statement, age record, address, shipments with their events, and sent emails. */
export async function disputeFacts(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  dispute: Pick<Dispute, 'orderId' | 'openedAt' | 'reason' | 'amountCents'>,
): Promise<DisputeFacts> {
  const order = (await orderById(db, dispute.orderId))!
  const lines = await orderLinesOf(db, order.id)
  const shipments = await wholeShipmentsOf(db, order.id)
  const dates = shopDates(settings.timeZone)
  const sections = [
    await orderSection(db, order, lines, dates.longMoment),
    statementSection(order, dates.longMoment),
    ...shipments.map((one) => shipmentSection(one, dates.longMoment)),
    await mailSection(db, order, dates.longMoment),
  ]
  const counted = shipments.filter(({ shipment }) => shipment.state !== 'cancelled')
  return {
    order,
    file: {
      title: copy.title(order.number),
      intro: copy.intro(
        formatAmount(dispute.amountCents),
        dates.longDay(dispute.openedAt),
        disputeReason(dispute.reason),
      ),
      sections,
    },
    evidence: evidenceOf(order, lines, counted, dates.isoDay),
    isDelivered:
      counted.length > 0 &&
      counted.every(({ shipment: { state } }) => state === 'delivered' || state === 'collected'),
  }
}

type Section = DisputeFile['sections'][number]
type Facts = [string, string][]
type Moment = (at: Date) => string

const known = (facts: readonly (readonly [string, string | null])[]): Facts =>
  facts.flatMap(([name, value]) => (value ? [[name, value]] : []))

async function orderSection(
  db: Queryable,
  order: Order,
  lines: readonly OrderLine[],
  moment: Moment,
): Promise<Section> {
  const refunds = (await refundsOf(db, order.id)).filter(({ state }) => state === 'made')
  const method = order.shippingMethod && shippingMethodName[order.shippingMethod]
  return {
    heading: copy.order,
    facts: known([
      [copy.number, `K-${order.number}`],
      [copy.placed, moment(order.createdAt)],
      ...lines.map(
        (line) => [copy.wine, adminOrdersCopy.line(line.quantity, line.description)] as const,
      ),
      [
        copy.sums,
        copy.sumsOf(
          formatAmount(order.subtotalCents),
          formatAmount(order.shippingCents),
          formatAmount(order.taxCents),
          formatAmount(order.totalCents),
        ),
      ],
      [copy.payment, order.paymentIntentId],
      [copy.method, method],
      ...refunds.map(
        ({ amountCents, settledAt, requestedAt }) =>
          [
            copy.refund,
            `${formatAmount(amountCents)}, ${moment(settledAt ?? requestedAt)}`,
          ] as const,
      ),
    ]),
  }
}

function statementSection(order: Order, moment: Moment): Section {
  const { shipTo } = order
  const shown = shipTo?.statementShown
  return {
    heading: copy.buyer,
    facts: known([
      [copy.name, order.name],
      [copy.email, order.email],
      [copy.phone, shipTo?.phone ?? ''],
      [copy.address, shipTo && addressLine(shipTo)],
      [copy.birthdate, shipTo?.birthdate ?? ''],
      [copy.statement, shipTo?.statement ? `“${shipTo.statement}”` : ''],
      [copy.shown, shown ? copy.shownAt(moment(new Date(shown.at))) : ''],
      [copy.rules, shipTo?.rules ?? ''],
    ]),
  }
}

const addressLine = ({ address, addressExtra, city, state, zipCode }: Address): string =>
  [address, addressExtra, [city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(', ')

function shipmentSection({ shipment, parcels, events, pickups }: WholeShipment, moment: Moment) {
  const boxes = parcels.filter(({ supersededAt }) => supersededAt === null)
  const collected = pickups.find(({ state }) => state === 'collected')
  const document = collected?.document
  return {
    heading: copy.shipment(shipmentNumber(shipment.number), shipmentStateName[shipment.state]),
    facts: known([
      [copy.address, shipment.shipTo && addressLine(shipment.shipTo)],
      ...boxes.map(
        ({ carrier, trackingNumber }) =>
          [copy.tracking, `${carrierName[carrier]}, ${trackingNumber}`] as const,
      ),
      [copy.shipped, shipment.shippedAt && moment(shipment.shippedAt)],
      [copy.delivered, shipment.deliveredAt && moment(shipment.deliveredAt)],
      [copy.signer, shipment.signedBy],
      [copy.checked, collected?.checkedBy ? copy.checkedBy(collected.checkedBy) : ''],
      [copy.document, document && isDocumentKind(document) ? documentName[document] : ''],
    ]),
    lines: events
      .filter(({ kind }) => kind !== 'note')
      .map(({ at, kind, place, signer, text }) =>
        [
          moment(at),
          eventName[kind],
          place,
          signer && copy.signedBy(signer),
          // The wording that a buyer agreed to belongs to the file; remarks of staff do not.
          kind === 'sent-at-risk' && text,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
  }
}

async function mailSection(db: Queryable, order: Order, moment: Moment): Promise<Section> {
  const mails = await sentMailsAbout(db, order)
  return {
    heading: copy.mails,
    lines:
      mails.length === 0
        ? [copy.noMails]
        : mails.map(({ kind, sentAt }) => `${moment(sentAt)} · ${emailName(kind)}`),
  }
}

function evidenceOf(
  order: Order,
  lines: readonly OrderLine[],
  shipments: readonly WholeShipment[],
  isoDay: (at: Date) => string,
): DisputeFacts['evidence'] {
  const parcels = shipments
    .flatMap((one) => one.parcels)
    .filter(({ supersededAt }) => supersededAt === null)
  const last = shipments.at(-1)?.shipment
  const shippedAt = shipments
    .map(({ shipment }) => shipment.shippedAt)
    .filter((at) => at !== null)
    .at(-1)
  const shipTo = last?.shipTo ?? order.shipTo
  return {
    customerName: order.name,
    customerEmail: order.email,
    productDescription: lines
      .map((line) => adminOrdersCopy.line(line.quantity, line.description))
      .join('; '),
    shippingAddress: shipTo && shipTo.address ? addressLine(shipTo) : '',
    carrier: [...new Set(parcels.map(({ carrier }) => carrierName[carrier]))].join(', '),
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber).join(', '),
    shippedOn: shippedAt ? isoDay(shippedAt) : '',
  }
}
