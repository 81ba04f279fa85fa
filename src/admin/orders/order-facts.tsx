import { Link } from 'react-router'

import { statementPlaces } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { channelName } from '#orders/order/admin-orders.copy.ts'
import { ShipToAddress } from '#orders/order/ship-to-address.tsx'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { adultSigns } from '#platform/text/shipments-begin.copy.ts'
import { PhoneLink } from '#shipping/shipments/order-shipping.tsx'
import { factList, whole } from '#ui/layout.ts'

type Order = OrderForStaff['order']

/** The buyer and the payment, and what was checked and stated. */
export function OrderBuyer({ order }: { order: Order }) {
  const { shipTo } = order
  const dates = useDates()
  return (
    <Block id="order-buyer" title="Buyer">
      <dl className={factList()}>
        <Fact term="Buyer" className={whole}>
          {order.name}
          <br />
          <a href={`mailto:${order.email}`}>{order.email}</a>
          <br />
          {order.userId ? (
            <Link to={paths.user(order.userId)}>Member</Link>
          ) : (
            'Guest, without an account'
          )}
        </Fact>
        <Fact term="Date">
          <ShopMoment at={order.createdAt} />
        </Fact>
        <Fact term="Channel">{channelName[order.channel]}</Fact>
        <Fact term="Payment">{order.paymentIntentId ?? 'None at the payment provider.'}</Fact>
        {shipTo && (
          <>
            <Fact term="Birthdate">
              {shipTo.birthdate ? numericDay(shipTo.birthdate) : 'Not given'}
            </Fact>
            <Fact term="Shipping rules as of">{numericDay(shipTo.rules)}</Fact>
            <Fact term="Statement at checkout" className={whole}>
              {statementText(shipTo, order.channel, dates)}
            </Fact>
          </>
        )}
      </dl>
    </Block>
  )
}

type ShipToProps = {
  order: Pick<Order, 'shipTo' | 'shippingMethod'>
  phone: string
  /** Its shipments go another way than was ordered, or elsewhere. */
  hasMoved: boolean
}

/** Where it was ordered to go, and whom to call about it. */
export function ShipTo({ order, phone, hasMoved }: ShipToProps) {
  const { shipTo, shippingMethod } = order
  const isPickup = shippingMethod === 'pickup'
  const unmoved = isPickup ? 'The buyer picks it up.' : shipTo ? `${adultSigns}.` : noAddress
  const said = <p>{hasMoved ? changedSince : unmoved}</p>
  if (!shipTo) return said
  return (
    <>
      <dl className={factList()}>
        <Fact term={shippingMethod ? shippingMethodName[shippingMethod] : 'Ship to'}>
          <ShipToAddress to={shipTo} />
        </Fact>
        {phone && (
          <Fact term="Phone">
            <PhoneLink phone={phone} />
          </Fact>
        )}
        {shipTo.gift && (
          <Fact term="A gift for">
            {shipTo.gift.name}, <PhoneLink phone={shipTo.gift.phone} />
            {shipTo.gift.note && (
              <>
                <br />
                {shipTo.gift.note}
              </>
            )}
          </Fact>
        )}
      </dl>
      {said}
    </>
  )
}

export const noAddress = 'No address is stored with this order.'

const changedSince =
  'Changed since it was ordered: how and where it goes now stands with its shipment.'

/** Before it was shown on every channel, orders of members recorded a statement that was not shown. */
function statementText(
  { statement, statementShown: shown }: NonNullable<Order['shipTo']>,
  channel: Order['channel'],
  dates: ShopDates,
): string {
  if (!statement) return 'None'
  if (shown)
    return `${statement} (shown ${statementPlaces[shown.channel]}, ${dates.moment(new Date(shown.at))})`
  return channel === 'cart' || channel === 'card' ? `${statement} (recorded, not shown)` : statement
}
