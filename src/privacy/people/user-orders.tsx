import { Link, useLocation } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { OrderPages } from '#storefront/orders/order-pages.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

import { userCopy } from './user.copy.ts'
import type { ListedOrder, UsersOrders as OrdersPage } from './view-user.actions.server.ts'

const { orders: copy } = userCopy

/** What a user has bought, newest first, each order with all its lines. */
export function UsersOrders({ history: { orders, page, hasMore } }: { history: OrdersPage }) {
  const { pathname, search } = useLocation()
  if (orders.length === 0 && page === 1) return <p>{copy.none}</p>
  return (
    <>
      <DataTable label={copy.title} stacked dense>
        <thead>
          <tr>
            <th scope="col">{copy.order}</th>
            <th scope="col">{copy.date}</th>
            <th scope="col">{copy.product}</th>
            <th scope="col" data-numeric>
              {copy.quantity}
            </th>
            <th scope="col" data-numeric>
              {copy.subtotal}
            </th>
            <th scope="col" data-numeric>
              {copy.price}
            </th>
            <th scope="col">{copy.state}</th>
          </tr>
        </thead>
        {orders.map((order) => (
          <OrderRows key={order.number} order={order} />
        ))}
      </DataTable>
      <OrderPages
        {...{ page, hasMore }}
        label={copy.title}
        newer={copy.newer}
        older={copy.older}
        // What is typed in the form below stays.
        preventScrollReset
        hrefOf={(number) =>
          urlWith(pathname, search, { orders: number === 1 ? null : String(number) })
        }
      />
    </>
  )
}

function OrderRows({ order }: { order: ListedOrder }) {
  const span = order.lines.length
  return (
    <tbody>
      {order.lines.map((line, index) => (
        <tr key={line.productId}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={span} data-label={copy.order}>
              <Link
                to={paths.staffOrder(order.number)}
                className={letters.unbroken}
              >{`K-${order.number}`}</Link>
            </th>
          )}
          {index === 0 && (
            <td rowSpan={span} data-label={copy.date}>
              <ShopDay at={order.createdAt} />
            </td>
          )}
          <td data-label={copy.product}>{line.description}</td>
          <td data-numeric data-label={copy.quantity}>
            {line.quantity}
          </td>
          {index === 0 && (
            <td data-numeric rowSpan={span} data-label={copy.subtotal}>
              {formatAmount(order.subtotalCents)}
            </td>
          )}
          <td data-numeric data-label={copy.price}>
            {formatAmount(line.unitPriceCents)}
          </td>
          {index === 0 && (
            <td rowSpan={span} data-label={copy.state}>
              {ordersCopy.states[order.state]}
              {order.refundedCents > 0 && `, ${copy.refunded(formatAmount(order.refundedCents))}`}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}
