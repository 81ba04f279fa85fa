import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { deskOrderCopy as copy, deskOrdersCopy } from '#domain/copy/desk-orders.ts'
import { shippingMethodName } from '#domain/shipping.ts'
import { stateName } from '#domain/us-states.ts'
import type { DeskOrder } from '#use-cases/orders/view-desk-order.ts'
import { momentOf } from '#web/components/admin/moment.ts'
import { Block } from '#web/components/members/block.tsx'
import { writtenDate } from '#web/components/members/short-date.ts'
import { paths } from '#web/paths.ts'

import { OrderState } from './order-state.tsx'
import styles from './orders.module.css'

type Order = DeskOrder['order']

/** Who bought, where it goes and what was checked and stated, and how it was paid. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <>
      <Block id="order-buyer" title={copy.buyer}>
        <dl className={styles.facts}>
          <Fact term={deskOrdersCopy.date}>{momentOf(order.createdAt)}</Fact>
          <Fact term={deskOrdersCopy.state}>
            <OrderState order={order} />
          </Fact>
          <Fact term={deskOrdersCopy.channel}>{deskOrdersCopy.channels[order.channel]}</Fact>
          <Fact term={copy.buyer}>
            {order.name}
            <br />
            <a href={`mailto:${order.email}`}>{order.email}</a>
            <br />
            {order.userId ? <Link to={paths.user(order.userId)}>{copy.member}</Link> : copy.guest}
          </Fact>
          <div className={styles.wide}>
            <dt>{copy.payment}</dt>
            <dd>{order.paymentIntentId ?? copy.noPayment}</dd>
          </div>
        </dl>
      </Block>
      <Block id="order-ship-to" title={copy.shipTo}>
        <ShipTo order={order} />
      </Block>
    </>
  )
}

function ShipTo({ order: { shipTo, shippingMethod } }: { order: Order }) {
  const isPickup = shippingMethod === 'pickup'
  if (!shipTo) return <p>{isPickup ? copy.pickup : copy.noAddress}</p>
  return (
    <>
      <dl className={styles.facts}>
        <Fact term={shippingMethod ? shippingMethodName[shippingMethod] : copy.shipTo}>
          {shipTo.name}
          {shipTo.address && (
            <>
              <br />
              {shipTo.address}
              {shipTo.addressExtra && `, ${shipTo.addressExtra}`}
              <br />
              {shipTo.city}, {stateName(shipTo.state)} {shipTo.zipCode}
            </>
          )}
        </Fact>
        {shipTo.phone && <Fact term={copy.phone}>{shipTo.phone}</Fact>}
        <Fact term={copy.birthdate}>
          {shipTo.birthdate ? writtenDate(shipTo.birthdate) : copy.birthdateUnknown}
        </Fact>
        <Fact term={copy.rules}>{shipTo.rules}</Fact>
        <div className={styles.wide}>
          <dt>{copy.statement}</dt>
          <dd>{shipTo.statement || copy.noStatement}</dd>
        </div>
      </dl>
      <p>{isPickup ? copy.pickup : copy.signature}</p>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
