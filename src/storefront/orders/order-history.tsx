import { Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { membersCopy, ordersCopy } from '#platform/layout/members.copy.ts'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { letters, stack } from '#ui/layout.ts'
import { UnbrokenWords } from '#ui/unbroken.tsx'

import { OrderPages } from './order-pages.tsx'

import styles from './order-history.module.css'

type OrderRow = {
  number: string
  /** As a machine reads it, ISO 8601. */
  placedAt: string
  /** As people read it. */
  day: string
  state: keyof typeof ordersCopy.states | 'refunding'
  /** One line on where it is; null while nothing is shipped from here. */
  where: string | null
  lines: { productId: string; description: string; quantity: number }[]
}

export type OrderPage = { orders: OrderRow[]; page: number; hasMore: boolean }

/** All orders, newest first, each with all its lines. */
export function OrderHistory({ history }: { history: OrderPage }) {
  const { orders, page, hasMore } = history
  if (orders.length === 0 && page === 1) {
    return (
      <NothingYet
        title={ordersCopy.title}
        text={ordersCopy.none}
        action={membersCopy.startShopping}
      />
    )
  }
  return (
    <div className={stack(3)}>
      {/* The tab above says it to those who see it. */}
      <h2 className="visually-hidden">{ordersCopy.title}</h2>
      <DataTable label={ordersCopy.title} className={styles.orders}>
        <thead>
          <tr>
            <th scope="col">{ordersCopy.orderColumn}</th>
            <th scope="col">{ordersCopy.date}</th>
            <th scope="col">{ordersCopy.purchased}</th>
            <th scope="col" data-numeric>
              {ordersCopy.quantity}
            </th>
            <th scope="col">{ordersCopy.status}</th>
          </tr>
        </thead>
        {orders.map((order) => (
          <OrderRows key={order.number} order={order} />
        ))}
      </DataTable>
      <OrderPages
        {...{ page, hasMore }}
        label={ordersCopy.title}
        newer={ordersCopy.newer}
        older={ordersCopy.older}
        hrefOf={(number) => paths.members('orders', { page: String(number) })}
      />
    </div>
  )
}

const stateOf = ({ state }: OrderRow): string =>
  state === 'refunding' ? ordersCopy.refunding : ordersCopy.states[state]

function OrderRows({ order }: { order: OrderRow }) {
  return (
    <tbody>
      {order.lines.map((line, index) => (
        <tr key={line.productId}>
          {index === 0 && (
            <>
              <th scope="rowgroup" rowSpan={order.lines.length}>
                {ordersCopy.number(order.number)}
              </th>
              <td rowSpan={order.lines.length}>
                <time dateTime={order.placedAt}>{order.day}</time>
              </td>
            </>
          )}
          <td>
            <Link to={paths.order(order.number)}>
              <UnbrokenWords text={line.description} />
            </Link>
          </td>
          <td data-label={ordersCopy.quantity} data-numeric>
            {line.quantity}
          </td>
          {index === 0 && (
            <td rowSpan={order.lines.length} className={styles.status}>
              {order.state === 'paid' && order.where ? order.where : stateOf(order)}
              {order.state !== 'paid' && order.where && (
                <span className={letters.below}>{order.where}</span>
              )}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}
