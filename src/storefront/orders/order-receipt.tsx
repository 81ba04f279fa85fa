import type { ReactNode } from 'react'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { SumRow, SumRows } from '#orders/order/sum-rows.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { ShopDay, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { factList } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import type { ViewedReceipt } from './view-order.actions.server.ts'

import styles from './order-detail.module.css'

type Props = {
  order: Omit<ViewedReceipt, 'name' | 'email' | 'shipTo'>
  /** What is known of the buyer and the address: pairs of term and text. */
  facts: readonly (readonly [string, ReactNode])[]
}

const columns: readonly TableColumn<Props['order']['lines'][number]>[] = [
  {
    label: ordersCopy.purchased,
    cell: ({ description }) => <UnbrokenWords text={description} />,
  },
  { label: ordersCopy.quantity, numeric: true, cell: ({ quantity }) => quantity },
  {
    label: ordersCopy.price,
    numeric: true,
    cell: ({ unitPriceCents, quantity }) => formatAmount(unitPriceCents * quantity),
  },
]

/** The facts, lines, sums and refunds of an order. */
export function OrderReceipt({ order, facts }: Props) {
  const dates = useDates()
  return (
    <>
      <dl className={factList(styles.facts)}>
        <Fact term={ordersCopy.date}>
          <ShopDay at={order.createdAt} />
        </Fact>
        <Fact term={ordersCopy.status}>
          {order.isRefunding ? ordersCopy.refunding : ordersCopy.states[order.state]}
        </Fact>
        {order.shippingMethod && (
          <Fact term={cartCopy.shipping}>{shippingMethodName[order.shippingMethod]}</Fact>
        )}
        {facts.map(([term, text]) => (
          <Fact key={term} term={term}>
            {text}
          </Fact>
        ))}
      </dl>
      <RowsTable
        label={ordersCopy.order(order.number)}
        columns={columns}
        rows={order.lines}
        rowKey={({ productId }) => productId}
      >
        <tfoot>
          <SumRows order={order} />
          {order.refunds.map(({ madeAt, amountCents }, index) => (
            <SumRow
              key={index}
              term={ordersCopy.refundedOn(dates.day(madeAt))}
              cents={-amountCents}
            />
          ))}
          {order.refundedCents > 0 && order.refunds.length !== 1 && (
            <SumRow term={ordersCopy.refundedInAll} cents={-order.refundedCents} />
          )}
        </tfoot>
      </RowsTable>
    </>
  )
}
