import { Link } from 'react-router'

import { recipientOf } from '#catalogue/destinations/gift.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { orderLine } from '#orders/order/admin-orders.copy.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import { ordersByNumbers } from '#orders/order/orders.store.server.ts'
import { ShipToAddress } from '#orders/order/ship-to-address.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Fact } from '#platform/layout/fact.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { phoneText } from '#platform/text/phone.rules.ts'
import { adultSigns } from '#platform/text/shipments-begin.copy.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import { shipmentLinesOf, shipmentsOfOrders } from '#shipping/shipments/shipments.store.server.ts'
import { shipmentStateName } from '#shipping/shipments/shipping.copy.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { factList, grid, stack } from '#ui/layout.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

import type { Route } from './+types/printed-orders.page'
import { noAddress } from './order-facts.tsx'
import { OrderLines } from './order-ledger.tsx'

import styles from './orders.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Orders to print')

/** As many as a page of the list has. */
const mostPrinted = 200

export async function loader({ url, context }: Route.LoaderArgs) {
  const numbers = url.searchParams
    .getAll('order')
    .map(orderNumberIn)
    .filter((number) => number !== null)
  const { db } = context.get(servicesContext)
  const orders = await ordersByNumbers(db, numbers.slice(0, mostPrinted))
  const shipments = await shipmentsOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  const lines = await shipmentLinesOf(
    db,
    shipments.map(({ id }) => id),
  )
  const boxOf = ({ id, number, state, method, shipTo }: Shipment) => ({
    number,
    state,
    method,
    shipTo,
    units: Object.fromEntries(
      lines.flatMap((line) => (line.shipmentId === id ? [[line.productId, line.units]] : [])),
    ),
  })
  return {
    orders: orders.map((order) => ({
      ...order,
      /** Of an earlier version, or while fulfilment is off, there are none. */
      boxes: shipments.filter(({ orderId }) => orderId === order.id).map(boxOf),
    })),
  }
}

type PrintedOrder = Awaited<ReturnType<typeof loader>>['orders'][number]

/** Orders on paper: each on a sheet of its own, and nothing else. */
export default function PrintedOrders({ loaderData: { orders } }: Route.ComponentProps) {
  const isHydrated = useHydrated()
  const [only] = orders.length === 1 ? orders : []
  return (
    <AdminPage
      title={<span data-print="no">{only ? 'Order to print' : 'Orders to print'}</span>}
      actions={
        <span data-print="no">
          <Link to={only ? paths.staffOrder(only.number) : paths.staffOrders()}>
            {only ? `Back to ${ordersCopy.number(only.number)}` : 'All orders'}
          </Link>
        </span>
      }
    >
      {orders.length === 0 ? (
        <p>No order is selected. Select some in the list first.</p>
      ) : (
        <>
          {isHydrated && (
            <div data-print="no">
              <Button type="button" onClick={() => window.print()}>
                Print
              </Button>
            </div>
          )}
          <div className={stack(4)}>
            {orders.map((order) => (
              <OrderSheet key={order.id} order={order} />
            ))}
          </div>
        </>
      )}
    </AdminPage>
  )
}

const nothingToSend = 'Nothing of it is sent: its shipment was canceled.'

/**
 * Where an order goes now, which its buyer or staff may have changed since it was ordered; its wines only where
 * that is not all of it. None where its shipments are canceled.
 */
function placesOf({ boxes, lines, shippingMethod, shipTo }: PrintedOrder) {
  if (boxes.length === 0) {
    const term = shippingMethod ? shippingMethodName[shippingMethod] : 'Ship to'
    return [{ term, method: shippingMethod, shipTo, wines: '' }]
  }
  const kept = boxes.filter(({ state }) => state !== 'cancelled')
  return kept.map(({ number, state, method, shipTo: to, units }) => {
    const name = shippingMethodName[method]
    const isAll = lines.every((line) => line.quantity === (units[line.productId] ?? 0))
    const wines = lines
      .filter(({ productId }) => (units[productId] ?? 0) > 0)
      .map(({ productId, description }) => orderLine(units[productId]!, description))
    return {
      term:
        kept.length === 1
          ? name
          : `${shipmentNumber(number)}, ${shipmentStateName[state]}: ${name}`,
      method,
      shipTo: to,
      wines: isAll && kept.length === 1 ? '' : wines.join('; '),
    }
  })
}

/** One order on paper. */
function OrderSheet({ order }: { order: PrintedOrder }) {
  const places = placesOf(order)
  const isCarried = places.some(({ method, shipTo }) => method !== 'pickup' && shipTo)
  const number = ordersCopy.number(order.number)
  return (
    <section className={classes(stack(3), styles.sheet)} aria-label={`Order ${number}`}>
      <h2>Order {number}</h2>
      <dl className={factList(grid(18, 2, 4))}>
        <Fact term="Placed">
          <ShopDay at={order.createdAt} />
        </Fact>
        <Fact term="Buyer">
          {order.name}
          <br />
          {order.email}
        </Fact>
        {places.map(({ term, method, shipTo, wines }) => (
          <Fact key={term} term={term}>
            {method === 'pickup' ? (
              'The buyer picks it up.'
            ) : shipTo ? (
              <SheetAddress to={shipTo} />
            ) : (
              noAddress
            )}
            {wines && (
              <>
                <br />
                {wines}
              </>
            )}
          </Fact>
        ))}
        {places.length === 0 && <Fact term="Ship to">{nothingToSend}</Fact>}
      </dl>
      <OrderLines label={`Order ${number}`} order={order} lines={order.lines} />
      {isCarried && <p>{adultSigns}.</p>}
    </section>
  )
}

const SheetAddress = ({ to }: { to: NonNullable<PrintedOrder['shipTo']> }) => (
  <>
    <ShipToAddress to={to} />
    {recipientOf(to).phone && (
      <>
        <br />
        {phoneText(recipientOf(to).phone)}
      </>
    )}
  </>
)
