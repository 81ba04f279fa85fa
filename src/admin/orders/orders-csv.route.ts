import { orderList } from '#orders/order/order-list.store.server.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { sendListFile } from '#platform/list/list-route.ts'

import type { Route } from './+types/orders-csv.route'

export const middleware = [requireStaff]

/** Everything that the filters leave, or the orders that were selected in the list. */
export function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const selected = url.searchParams.getAll('order').map(orderNumberIn)
  if (!url.searchParams.has('of'))
    return sendListFile(orderList, { url, context }, paths.staffOrders)
  const chosen = new URL(url)
  chosen.searchParams.delete('order')
  chosen.searchParams.set('chosen', selected.filter((number) => number !== null).join() || '0')
  return sendListFile(orderList, { url: chosen, context }, paths.staffOrders)
}
