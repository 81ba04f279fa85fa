import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { cartCopy } from '#domain/copy/cart.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { formatAmount } from '#domain/money.ts'
import { shippingMethodName } from '#domain/shipping.ts'
import { stateName } from '#domain/us-states.ts'
import type { ViewedReceipt } from '#use-cases/orders/view-order.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

import styles from './order-detail.module.css'
import { shortDate } from './short-date.ts'

/** An order as its buyer keeps it; prints as the receipt. */
export function OrderDetail({ order }: { order: ViewedReceipt }) {
  return (
    <div className={styles.receipt}>
      <dl className={styles.facts}>
        <Fact term={ordersCopy.date}>{shortDate(order.createdAt)}</Fact>
        <Fact term={ordersCopy.state}>{ordersCopy.states[order.state]}</Fact>
        {order.shippingMethod && (
          <Fact term={cartCopy.shipping}>{shippingMethodName[order.shippingMethod]}</Fact>
        )}
        <Fact term={ordersCopy.buyer}>
          {order.name}
          <br />
          {order.email}
        </Fact>
        {order.shipTo && order.shippingMethod !== 'pickup' && (
          <Fact term={ordersCopy.shipTo}>
            <ShipTo to={order.shipTo} />
          </Fact>
        )}
      </dl>
      <DataTable label={ordersCopy.order(order.number)}>
        <thead>
          <tr>
            <th scope="col">{ordersCopy.purchased}</th>
            <th scope="col" data-numeric>
              {ordersCopy.quantity}
            </th>
            <th scope="col" data-numeric>
              {ordersCopy.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.productId}>
              <th scope="row">{line.description}</th>
              <td data-numeric>{line.quantity}</td>
              <td data-numeric>{formatAmount(line.unitPriceCents * line.quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum term={cartCopy.subtotal} cents={order.subtotalCents} />
          <Sum term={cartCopy.shippingCost} cents={order.shippingCents} />
          <Sum term={ordersCopy.tax} cents={order.taxCents} />
          <Sum term={cartCopy.total} cents={order.totalCents} isTotal />
          {order.refunds.map(({ madeAt, amountCents }, index) => (
            <Sum key={index} term={ordersCopy.refundedOn(shortDate(madeAt))} cents={-amountCents} />
          ))}
          {order.refundedCents > 0 && order.refunds.length !== 1 && (
            <Sum term={ordersCopy.refundedInAll} cents={-order.refundedCents} />
          )}
        </tfoot>
      </DataTable>
      <div className={styles.ways} data-print="no">
        <Button type="button" kind="secondary" onClick={() => window.print()}>
          {ordersCopy.print}
        </Button>
        <Link to={paths.members('orders')}>{ordersCopy.back}</Link>
      </div>
    </div>
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

function Sum({ term, cents, isTotal }: { term: string; cents: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? styles.total : undefined}>
      <th scope="row" colSpan={2}>
        {term}
      </th>
      <td data-numeric>{formatAmount(cents)}</td>
    </tr>
  )
}
