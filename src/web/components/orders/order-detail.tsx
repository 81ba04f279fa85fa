import { Link } from 'react-router'

import { ordersCopy } from '#domain/copy/members.ts'
import { stateName } from '#domain/us-states.ts'
import type { ViewedReceipt } from '#use-cases/orders/view-order.ts'
import { paths } from '#domain/paths.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './order-detail.module.css'
import { OrderContact } from './order-contact.tsx'
import { OrderReceipt } from './order-receipt.tsx'

type Props = { order: ViewedReceipt; site: { email: string; phone: string } }

/** An order as its buyer keeps it; prints as the receipt. */
export function OrderDetail({ order, site }: Props) {
  const isPickup = order.shippingMethod === 'pickup'
  const buyer = (
    <>
      {order.name}
      <br />
      {order.email}
    </>
  )
  return (
    <div className={styles.receipt}>
      <OrderReceipt
        order={order}
        facts={[
          [isPickup ? ordersCopy.pickedUpBy : ordersCopy.buyer, buyer],
          ...(order.shipTo && !isPickup
            ? [[ordersCopy.shipTo, <ShipTo key="to" to={order.shipTo} />] as const]
            : []),
        ]}
      />
      {isPickup && order.shipments.length === 0 && <p data-print="no">{ordersCopy.pickupNext}</p>}
      <OrderContact site={site} />
      <div className={styles.actions} data-print="no">
        <Button type="button" kind="secondary" onClick={() => window.print()}>
          {ordersCopy.print}
        </Button>
        <Link to={paths.members('orders')}>{ordersCopy.back}</Link>
      </div>
    </div>
  )
}

function ShipTo({ to }: { to: NonNullable<ViewedReceipt['shipTo']> }) {
  return (
    <>
      {to.name}
      <br />
      {to.address}
      {to.addressExtra && `, ${to.addressExtra}`}
      <br />
      {to.city}, {stateName(to.state)} {to.zipCode}
    </>
  )
}
