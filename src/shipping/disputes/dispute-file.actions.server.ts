import { statementPlaces } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { amountLines } from '#catalogue/prices/amounts.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { emailName } from '#mail/mail.rules.ts'
import { sentMailsAbout } from '#mail/mails.store.server.ts'
import type { Dispute } from '#orders/disputes/disputes.store.server.ts'
import { disputeReason } from '#orders/flags/order-flags.copy.ts'
import { orderLine } from '#orders/order/admin-orders.copy.ts'
import type { Order, OrderLine } from '#orders/order/orders.store.server.ts'
import { orderById, orderLinesOf } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import type { DisputeEvidence } from '#payments/after-sale-payments.ts'
import { addressInOneLine } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { phoneText } from '#platform/text/phone.rules.ts'

import type { DisputeFile } from '../papers/packing-papers.ts'
import { documentName, isDocumentKind } from '../pickup/pickup.rules.ts'
import { shipmentNumber, stageOf } from '../shipments/shipment.rules.ts'
import { eventName, shipmentStateName } from '../shipments/shipping.copy.ts'
import type { WholeShipment } from '../shipments/view-shipments.actions.server.ts'
import { wholeShipmentsOf } from '../shipments/view-shipments.actions.server.ts'
import { carrierName } from '../tracking/carriers.rules.ts'

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
  const shipments = await wholeShipmentsOf({ db, settings }, order.id)
  const dates = shopDates(settings.timeZone)
  const sections = [
    await orderSection(db, order, lines, dates.longMoment),
    statementSection(order, dates.longMoment),
    ...shipments.map((one) => shipmentSection(order, one, dates)),
    await mailSection(db, order, dates.longMoment),
  ]
  const counted = shipments.filter(({ shipment }) => shipment.state !== 'cancelled')
  return {
    order,
    file: {
      title: `Order K-${order.number}: evidence`,
      intro: introOf(dispute, dates.longDay(dispute.openedAt)),
      sections,
    },
    evidence: evidenceOf(order, lines, counted, dates.isoDay),
    isDelivered:
      counted.length > 0 && counted.every(({ shipment }) => stageOf(shipment.state) === 'arrived'),
  }
}

const introOf = (
  { amountCents, reason }: Pick<Dispute, 'amountCents' | 'reason'>,
  openedOn: string,
): string =>
  `Kohue answers the dispute of ${formatAmount(amountCents)} that was opened on ${openedOn} with the reason “${disputeReason(reason)}”. All times are those of the shop’s records.`

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
    heading: 'The order',
    facts: known([
      ['Order', `K-${order.number}`],
      ['Placed', moment(order.createdAt)],
      ...lines.map((line) => ['Wine', orderLine(line.quantity, line.description)] as const),
      [
        'Amounts',
        `${amountLines(order, ({ short }) => short.toLowerCase())
          .map(([name, cents]) => `${formatAmount(cents)} ${name}`)
          .join(', ')}; ${formatAmount(order.totalCents)} paid`,
      ],
      ['Payment', order.paymentIntentId],
      ['Shipping', method],
      ...refunds.map(
        ({ amountCents, settledAt, requestedAt }) =>
          [
            'Refunded',
            `${formatAmount(amountCents)}, ${moment(settledAt ?? requestedAt)}`,
          ] as const,
      ),
    ]),
  }
}

function statementFacts(shipTo: ShipToRecord | null, moment: Moment) {
  const { statement = '', statementShown: shown } = shipTo ?? {}
  return [
    ['Statement', statement && `“${statement}”`],
    ['Shown', shown ? `${statementPlaces[shown.channel]}, ${moment(new Date(shown.at))}` : ''],
  ] as const
}

function statementSection(order: Order, moment: Moment): Section {
  const { shipTo } = order
  return {
    heading: 'The buyer, with what they stated',
    facts: known([
      ['Name', order.name],
      ['Email', order.email],
      ['Phone', phoneText(shipTo?.phone ?? '')],
      ['Address', shipTo && addressInOneLine(shipTo, 'codes')],
      ['Given to', shipTo?.gift ? `${shipTo.gift.name}, ${phoneText(shipTo.gift.phone)}` : ''],
      ['Date of birth given', shipTo?.birthdate ?? ''],
      ...statementFacts(shipTo, moment),
      ['Rules for the address', shipTo?.rules ?? ''],
    ]),
  }
}

function shipmentSection(
  order: Order,
  { shipment, parcels, events, pickups }: WholeShipment,
  { longDay, longMoment: moment }: ShopDates,
) {
  const written = (kind: 'shipped' | 'delivered', at: Date | null) =>
    at && (events.find((event) => event.kind === kind)?.isDay ? longDay(at) : moment(at))
  const boxes = parcels.filter(({ supersededAt }) => supersededAt === null)
  const collected = pickups.find(({ state }) => state === 'collected')
  const document = collected?.document
  const { shipTo } = shipment
  // Made again for another address, recipient or method.
  const isStatedAgain = shipTo?.statementShown?.at !== order.shipTo?.statementShown?.at
  return {
    heading: `Shipment ${shipmentNumber(shipment.number)}: ${shipmentStateName[shipment.state]}`,
    facts: known([
      ['Address', shipTo && addressInOneLine(shipTo, 'codes')],
      ['Given to', shipTo?.gift?.name ?? ''],
      ...(isStatedAgain ? statementFacts(shipTo, moment) : []),
      ...boxes.map(
        ({ carrier, trackingNumber }) =>
          ['Tracking', `${carrierName[carrier]}, ${trackingNumber}`] as const,
      ),
      ['Given to the carrier', written('shipped', shipment.shippedAt)],
      ['Delivered', written('delivered', shipment.deliveredAt)],
      ['Signed by', shipment.signedBy],
      [
        'Age checked',
        collected?.checkedBy
          ? `by ${collected.checkedBy}: card shown, 21 or older, name matches`
          : '',
      ],
      ['Document shown', document && isDocumentKind(document) ? documentName[document] : ''],
    ]),
    lines: events
      .filter(({ kind }) => kind !== 'note')
      .map(({ at, isDay, kind, place, signer, text }) =>
        [
          isDay ? longDay(at) : moment(at),
          eventName[kind],
          place,
          signer && `signed by ${signer}`,
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
    heading: 'Emails sent to the buyer',
    lines:
      mails.length === 0
        ? ['None.']
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
    productDescription: lines.map((line) => orderLine(line.quantity, line.description)).join('; '),
    shippingAddress: shipTo?.address ? addressInOneLine(shipTo, 'codes') : '',
    carrier: [...new Set(parcels.map(({ carrier }) => carrierName[carrier]))].join(', '),
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber).join(', '),
    shippedOn: shippedAt ? isoDay(shippedAt) : '',
  }
}
