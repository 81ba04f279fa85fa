import { shippingMethodName } from '#domain/cart/shipping.ts'
import { adminOrderCopy, printedOrdersCopy as copy } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { stateName } from '#domain/us-states.ts'
import type { PrintedOrders } from '#use-cases/orders/print-orders.ts'
import { ShopDay } from '#web/components/dates.tsx'

import { OrderLines } from './order-ledger.tsx'
import styles from './orders.module.css'

type Order = Extract<PrintedOrders, { ok: true }>['orders'][number]

/** One order on paper. */
export function OrderSheet({ order }: { order: Order }) {
  const { shipTo, shippingMethod } = order
  const number = ordersCopy.number(order.number)
  return (
    <section className={styles.sheet} aria-label={copy.one(number)}>
      <h2>{copy.one(number)}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{copy.placed}</dt>
          <dd>
            <ShopDay at={order.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{adminOrderCopy.buyer}</dt>
          <dd>
            {order.name}
            <br />
            {order.email}
          </dd>
        </div>
        <div>
          <dt>{shippingMethod ? shippingMethodName[shippingMethod] : copy.shipTo}</dt>
          <dd>{shippingMethod === 'pickup' ? copy.pickup : shipTo ? <To to={shipTo} /> : ''}</dd>
        </div>
      </dl>
      <OrderLines label={copy.one(number)} order={order} lines={order.lines} />
      {shippingMethod !== 'pickup' && <p>{adminOrderCopy.signature}</p>}
    </section>
  )
}

function To({ to }: { to: NonNullable<Order['shipTo']> }) {
  return (
    <>
      {to.name}
      <br />
      {to.address}
      {to.addressExtra && `, ${to.addressExtra}`}
      <br />
      {to.city}, {stateName(to.state)} {to.zipCode}
      {to.phone && (
        <>
          <br />
          {to.phone}
        </>
      )}
    </>
  )
}
