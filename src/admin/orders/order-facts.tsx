import { Link } from 'react-router'

import { adminOrderCopy as copy, adminOrdersCopy } from '#orders/order/admin-orders.copy.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Fact } from '#platform/layout/fact.tsx'
import { PostalAddress } from '#orders/order/postal-address.tsx'
import { Block } from '#platform/layout/block.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { writtenDate } from '#platform/text/dates.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { factList, whole } from '#ui/layout.ts'

import { OrderState } from './order-state.tsx'

type Order = OrderForStaff['order']

/** The buyer, the payment, the address, and what was checked and stated. */
export function OrderFacts({ order, flags }: Pick<OrderForStaff, 'order' | 'flags'>) {
  const reasons = [...new Set(flags.map(({ reason }) => reason))]
  return (
    <>
      <Block id="order-buyer" title={copy.buyer}>
        <dl className={factList()}>
          <Fact term={adminOrdersCopy.date}>
            <ShopMoment at={order.createdAt} />
          </Fact>
          <Fact term={adminOrdersCopy.state}>
            <OrderState state={order.state} flags={reasons} isRehearsal={order.isRehearsal} />
          </Fact>
          <Fact term={adminOrdersCopy.channel}>{adminOrdersCopy.channels[order.channel]}</Fact>
          <Fact term={copy.buyer}>
            {order.name}
            <br />
            <a href={`mailto:${order.email}`}>{order.email}</a>
            <br />
            {order.userId ? <Link to={paths.user(order.userId)}>{copy.member}</Link> : copy.guest}
          </Fact>
          <Fact term={copy.payment} className={whole}>
            {order.paymentIntentId ?? copy.noPayment}
          </Fact>
        </dl>
      </Block>
      <Block id="order-ship-to" title={copy.shipTo}>
        <ShipTo order={order} />
      </Block>
    </>
  )
}

function ShipTo({ order: { shipTo, shippingMethod, channel } }: { order: Order }) {
  const dates = useDates()
  const isPickup = shippingMethod === 'pickup'
  if (!shipTo) return <p>{isPickup ? copy.pickup : copy.noAddress}</p>
  return (
    <>
      <dl className={factList()}>
        <Fact term={shippingMethod ? shippingMethodName[shippingMethod] : copy.shipTo}>
          <PostalAddress to={shipTo} />
        </Fact>
        {shipTo.phone && <Fact term={copy.phone}>{shipTo.phone}</Fact>}
        <Fact term={copy.birthdate}>
          {shipTo.birthdate ? writtenDate(shipTo.birthdate) : copy.birthdateUnknown}
        </Fact>
        <Fact term={copy.rules}>{shipTo.rules}</Fact>
        <Fact term={copy.statement} className={whole}>
          {statementText(shipTo, channel, dates)}
        </Fact>
      </dl>
      <p>{isPickup ? copy.pickup : copy.signature}</p>
    </>
  )
}

/** Before it was shown on every channel, orders of members recorded a statement that was not shown. */
function statementText(
  { statement, statementShown: shown }: NonNullable<Order['shipTo']>,
  channel: Order['channel'],
  dates: ShopDates,
): string {
  if (!statement) return copy.noStatement
  if (shown)
    return `${statement} (${copy.statementShown(shown.channel, dates.moment(new Date(shown.at)))})`
  return channel === 'cart' || channel === 'card'
    ? `${statement} (${copy.statementNotShown})`
    : statement
}
