import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { adminOrderCopy, printedOrdersCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { OrderWithLines } from '#orders/order/orders.store.server.ts'
import { ShopDay } from '#platform/text/dates.tsx'

import { Fact } from '#platform/layout/fact.tsx'
import { PostalAddress } from '#orders/order/postal-address.tsx'
import { factList } from '#ui/layout.ts'
import { OrderLines } from './order-ledger.tsx'
import styles from './orders.module.css'

type Order = OrderWithLines

/** One order on paper. */
export function OrderSheet({ order }: { order: Order }) {
  const { shipTo, shippingMethod } = order
  const number = ordersCopy.number(order.number)
  return (
    <section className={styles.sheet} aria-label={copy.one(number)}>
      <h2>{copy.one(number)}</h2>
      <dl className={factList()}>
        <Fact term={copy.placed}>
          <ShopDay at={order.createdAt} />
        </Fact>
        <Fact term={adminOrderCopy.buyer}>
          {order.name}
          <br />
          {order.email}
        </Fact>
        <Fact term={shippingMethod ? shippingMethodName[shippingMethod] : copy.shipTo}>
          {shippingMethod === 'pickup' ? copy.pickup : shipTo ? <SheetAddress to={shipTo} /> : ''}
        </Fact>
      </dl>
      <OrderLines label={copy.one(number)} order={order} lines={order.lines} />
      {shippingMethod !== 'pickup' && <p>{adminOrderCopy.signature}</p>}
    </section>
  )
}

const SheetAddress = ({ to }: { to: NonNullable<Order['shipTo']> }) => (
  <>
    <PostalAddress to={to} />
    {to.phone && (
      <>
        <br />
        {to.phone}
      </>
    )}
  </>
)
