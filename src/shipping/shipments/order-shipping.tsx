import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { orderLine } from '#orders/order/admin-orders.copy.ts'
import { addressLines } from '#platform/address/address.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { callTo, phoneText } from '#platform/text/phone.rules.ts'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'

import { carrierName, trackingUrl } from '../tracking/carriers.rules.ts'
import type { EventSource } from '../tracking/events.rules.ts'
import { returnCopy } from '../whereabouts/where-it-is.copy.ts'
import { ShipmentActions } from './shipment-actions.tsx'
import { shipmentNumber } from './shipment.rules.ts'
import { eventName, leavesFromDay, shipmentStateName, waitSentence } from './shipping.copy.ts'
import type { ShipmentForStaff } from './view-shipments.actions.server.ts'

import styles from './shipping.module.css'

const kindName = {
  first: '',
  split: 'a part',
  reshipment: 'sent again',
  replacement: 'replacement',
}

const sourceName = {
  carrier: 'Carrier',
  'shipper-file': 'Shipper’s file',
  staff: 'Staff',
  customer: 'Customer',
  shop: 'Shop',
} satisfies Record<EventSource, string>

type Props = {
  orderNumber: number
  shipments: readonly ShipmentForStaff[]
  /** The address and its phone, where they stand above: a box shows its own only where it differs. */
  shown?: { shipTo: ShipTo; phone: string } | null
}

/** Whether a shipment goes another way than was ordered, or elsewhere. */
export const hasMoved = (
  ordered: { shippingMethod: string | null; shipTo: ShipTo | null },
  shipments: readonly ShipmentForStaff[],
): boolean =>
  shipments.some(
    ({ shipment: { method, shipTo } }) =>
      (ordered.shippingMethod !== null && method !== ordered.shippingMethod) ||
      isElsewhere(ordered.shipTo, shipTo),
  )

const isElsewhere = (ordered: ShipTo | null, now: ShipTo | null): boolean =>
  now !== null && (!ordered || destinationLine(ordered) !== destinationLine(now))

const entry = cluster([0, 1.5], { align: 'baseline', text: 'anywhere' })

/** An order's shipments: what is in them, where they are, and what can be done with them. */
export function OrderShipping({ orderNumber, shipments, shown }: Props) {
  return (
    <>
      {shipments.map((one) => (
        <div key={one.shipment.id} className={classes(stack(2, { text: 'sans' }), styles.shipment)}>
          <Heading {...one} shown={shown ?? null} />
          <ul className={stack(1)} aria-label="Parcels">
            {one.parcels.map((parcel) => (
              <li key={parcel.id} className={entry}>
                <span>{carrierName[parcel.carrier]}</span>
                <Tracking {...parcel} />
                {parcel.supersededAt ? (
                  <span className={letters.small}>corrected</span>
                ) : (
                  <span>{shipmentStateName[parcel.state]}</span>
                )}
              </li>
            ))}
          </ul>
          <details>
            <summary>Timeline</summary>
            <ol className={stack(1)}>
              {one.events.map((event) => (
                <li key={event.id} className={entry}>
                  {event.isDay ? <ShopDay at={event.at} /> : <ShopMoment at={event.at} />}
                  <span>{eventName[event.kind]}</span>
                  {event.place && <span>{event.place}</span>}
                  {event.text && <span>{event.text}</span>}
                  {event.signer && <span>signed by {event.signer}</span>}
                  <span className={letters.small}>{sourceName[event.source]}</span>
                </li>
              ))}
            </ol>
          </details>
          <ShipmentActions orderNumber={orderNumber} view={one} />
        </div>
      ))}
    </>
  )
}

function Heading(props: ShipmentForStaff & { shown: Props['shown'] }) {
  const { shipment, lines, handover, paidAgain, buyer, events, leavesFrom, shown } = props
  const dates = useDates()
  const kind = kindName[shipment.kind]
  const agreed = events.findLast((event) => event.kind === 'settled')
  return (
    <>
      <h3 className={letters.strong}>
        {shipmentNumber(shipment.number)}
        {kind && ` (${kind})`}: {shipmentStateName[shipment.state]}
      </h3>
      <p>
        {lines.map((line) => orderLine(line.units, line.description)).join('; ')},{' '}
        {shippingMethodName[shipment.method]}
      </p>
      {!shown && (
        <p>
          Buyer: {buyer.name}
          {buyer.phone && (
            <>
              , <PhoneLink phone={buyer.phone} />
            </>
          )}
          {buyer.email && (
            <>
              , <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
            </>
          )}
        </p>
      )}
      {shipment.shipTo && isElsewhere(shown?.shipTo ?? null, shipment.shipTo) && (
        <p>To: {destinationLine(shipment.shipTo)}</p>
      )}
      {shipment.shipTo?.gift && (
        <p>
          A gift: {shipment.shipTo.gift.name}, <PhoneLink phone={shipment.shipTo.gift.phone} />,
          signs for it. {shipment.shipTo.gift.note && `Note: ${shipment.shipTo.gift.note}`}
        </p>
      )}
      <FollowedUp shipment={shipment} events={events} />
      {agreed && <p>Settled: {agreed.text}</p>}
      {shipment.waitsFor && (
        <p>Waits: {leavesFrom ? leavesFromDay(leavesFrom) : waitSentence[shipment.waitsFor]}</p>
      )}
      {paidAgain.map(({ checkoutId, paidAt, paidCents, refundedCents }) => (
        <p key={checkoutId}>
          {returnCopy.paid(formatAmount(paidCents ?? 0), dates.day(paidAt!))}{' '}
          {refundedCents > 0 && returnCopy.paidRefunded(formatAmount(refundedCents))}
        </p>
      ))}
      {handover && (
        <p>
          {handover.isKept ? (
            <a href={paths.handoverFile(handover.id)} download>
              Handover {handover.number}
            </a>
          ) : (
            `Handover ${handover.number}`
          )}
        </p>
      )}
    </>
  )
}

type ShipTo = NonNullable<ShipmentForStaff['shipment']['shipTo']>

/** `Ana Ruiz, 1 Main Street, Austin, TX 78701` */
const destinationLine = (to: ShipTo): string =>
  [to.gift?.name ?? to.name, ...addressLines(to, 'codes')].filter(Boolean).join(', ')

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={callTo(phone)}>{phoneText(phone)}</a>
)

/** What staff did last about a box that could not be delivered, while it is no task. */
function FollowedUp({ shipment, events }: Pick<ShipmentForStaff, 'shipment' | 'events'>) {
  const { followedUpAt, followUpAgainAt } = shipment
  const last = events.findLast(({ kind }) => kind === 'followed-up')
  if (!followedUpAt || !last) return null
  return (
    <p>
      Followed up: {last.text}, <ShopMoment at={followedUpAt} />;{' '}
      {followUpAgainAt ? (
        <>
          on Today again from <ShopMoment at={followUpAgainAt} />
        </>
      ) : (
        'on Today again once the carrier reports something new'
      )}
      .
    </p>
  )
}

function Tracking({ carrier, trackingNumber }: ShipmentForStaff['parcels'][number]) {
  const url = trackingUrl(carrier, trackingNumber)
  if (!url) return <span>{trackingNumber}</span>
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {trackingNumber}
    </a>
  )
}
