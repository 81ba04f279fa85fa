import { Link } from 'react-router'

import { ShipToAddress } from '#orders/order/ship-to-address.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import { OrderContact } from './order-contact.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import type { ViewedReceipt } from './view-order.actions.server.ts'

import styles from './order-detail.module.css'

type Props = { order: ViewedReceipt; site: { email: string; phone: string } }

/** An order as its buyer keeps it; prints as the receipt. */
export function OrderDetail({ order, site }: Props) {
  const isPickup = order.shippingMethod === 'pickup'
  // Of an order that was canceled, no shipment is left, either.
  const isToCome = order.shipments.length === 0 && order.state !== 'refunded' && !order.isRefunding
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
            ? [[ordersCopy.shipTo, <ShipToAddress key="to" to={order.shipTo} />] as const]
            : []),
        ]}
      />
      {isPickup && isToCome && <p data-print="no">{ordersCopy.pickupNext}</p>}
      <OrderContact site={site} />
      <div className={cluster([2, 4], { text: 'tight' })} data-print="no">
        <Button type="button" kind="secondary" onClick={() => window.print()}>
          {ordersCopy.print}
        </Button>
        <Link to={paths.members('orders')}>{ordersCopy.back}</Link>
      </div>
    </div>
  )
}
