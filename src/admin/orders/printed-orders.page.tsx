import { Link } from 'react-router'

import { printedOrdersCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { OrderSheet } from './order-sheet.tsx'
import styles from './orders.module.css'
import { ordersByNumbers } from '#orders/order/orders.store.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

import type { Route } from './+types/printed-orders.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** As many as a page of the list has. */
const mostPrinted = 200

export async function loader({ url, context }: Route.LoaderArgs) {
  const numbers = url.searchParams
    .getAll('order')
    .map(orderNumberIn)
    .filter((number) => number !== null)
  const { db } = context.get(servicesContext)
  return { orders: await ordersByNumbers(db, numbers.slice(0, mostPrinted)) }
}

/** Orders on paper: each on a sheet of its own, and nothing else. */
export default function PrintedOrders({ loaderData: { orders } }: Route.ComponentProps) {
  const isHydrated = useHydrated()
  const [only] = orders.length === 1 ? orders : []
  return (
    <AdminPage
      title={
        <span data-print="no">{only ? copy.one(ordersCopy.number(only.number)) : copy.title}</span>
      }
      actions={
        <span data-print="no">
          <Link to={only ? paths.staffOrder(only.number) : paths.staffOrders()}>
            {only ? ordersCopy.number(only.number) : copy.back}
          </Link>
        </span>
      }
    >
      {orders.length === 0 ? (
        <p>{copy.none}</p>
      ) : (
        <>
          {isHydrated && (
            <div data-print="no">
              <Button type="button" onClick={() => window.print()}>
                {copy.print}
              </Button>
            </div>
          )}
          <div className={styles.sheets}>
            {orders.map((order) => (
              <OrderSheet key={order.id} order={order} />
            ))}
          </div>
        </>
      )}
    </AdminPage>
  )
}
