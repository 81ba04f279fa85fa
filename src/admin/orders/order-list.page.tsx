import { Link } from 'react-router'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { wineRows } from '#catalogue/wines/products.store.server.ts'
import { listVoidedOffers } from '#checkout/offers/list-voided-offers.actions.server.ts'
import { countFlaggedOrders } from '#orders/flags/order-flags.store.server.ts'
import { channelName, orderColumns as labels, orderLine } from '#orders/order/admin-orders.copy.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { ordersParts } from '#orders/parts.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { counted } from '#platform/admin/admin.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { isFiltered } from '#platform/list/list-query.rules.ts'
import type { ListTotals } from '#platform/list/list-query.rules.ts'
import { loadList } from '#platform/list/list-route.ts'
import { SpanNote } from '#platform/list/span-note.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { newestReleases } from '#releases/release/staff-releases.store.server.ts'
import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'

import type { Route } from './+types/order-list.page'
import { OrderState } from './order-state.tsx'
import { SelectOrder, SelectedOrders } from './selected-orders.tsx'
import { VoidedOffers, VoidedOffersLink } from './voided-offers.tsx'

const copy = {
  title: ordersParts.orders.title,
  search: 'Number, name, email, amount or payment',
  none: 'No orders yet.',
  noneFound: 'No order matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext)
  const { db } = services
  const [loaded, flagged, wines, releases] = await Promise.all([
    loadList(orderList, args),
    countFlaggedOrders(db),
    wineRows(db),
    newestReleases(db),
  ])
  const { query } = loaded.list
  const isWhole = query.before === null && !isFiltered(query)
  const voided = isWhole ? await listVoidedOffers(services) : { offers: [], hasMore: false }
  return {
    ...loaded,
    flagged,
    wines: wines.map(({ id, title, subtitle }) => ({ id, name: `${title} ${subtitle}`.trim() })),
    releases,
    voided: voided.offers,
    isMoreVoided: voided.hasMore,
  }
}

type Row = ListRow<typeof orderList>

const columns: readonly Column<Row>[] = [
  {
    label: labels.number,
    cell: (order) => (
      <SelectOrder number={order.number}>
        <Link to={paths.staffOrder(order.number)}>{ordersCopy.number(order.number)}</Link>
      </SelectOrder>
    ),
  },
  { label: labels.date, cell: (order) => <ShopDay at={order.createdAt} /> },
  { label: labels.buyer, part: 'name', cell: (order) => order.buyer },
  { label: labels.total, numeric: true, cell: (order) => formatAmount(order.totalCents) },
  {
    label: labels.wines,
    part: 'line',
    wraps: true,
    cell: (order) =>
      order.lines.map((line) => orderLine(line.quantity, line.description)).join('; '),
  },
  {
    label: labels.state,
    cell: (order) => (
      <>
        <OrderState {...order} />
        {order.notes > 0 && (
          <>
            {' '}
            <Link to={paths.staffOrderNotes(order.number)}>{plural(order.notes, 'note')}</Link>
          </>
        )}
      </>
    ),
  },
  {
    label: labels.method,
    cell: (order) => (order.shippingMethod ? shippingMethodName[order.shippingMethod] : ''),
  },
  {
    label: labels.shipTo,
    cell: (order) => (order.shippingMethod === 'pickup' ? '' : (order.shipToState ?? '')),
  },
  { label: labels.channel, cell: (order) => channelName[order.channel] },
  {
    label: labels.refunded,
    numeric: true,
    cell: (order) => (order.refundedCents > 0 ? formatAmount(order.refundedCents) : ''),
  },
]

type Named = Route.ComponentProps['loaderData']['wines'][number]

const namesOf = (all: readonly Named[]) => all.map(({ id, name }) => [id, name] as const)

export default function OrdersList({ loaderData }: Route.ComponentProps) {
  const { list, isStale, flagged, voided, isMoreVoided, wines, releases } = loaderData
  return (
    <ListPage
      name="orders"
      {...{ list, isStale, copy, columns }}
      options={{
        wine: namesOf(wines),
        ...(releases.length > 0 && { release: namesOf(releases) }),
      }}
      rowKey={(row) => row.id}
      note={
        <>
          <SpanNote
            span={list.query.filters['placed']}
            words={(when) => `Orders of ${when} only`}
          />
          {list.page.rows.length > 0 && (
            <>
              <OrderSums totals={list.page.totals} />
              <SelectedOrders />
            </>
          )}
        </>
      }
      summary={flagged ? `${plural(flagged, 'order')} to review` : 'No orders to review'}
      actions={
        voided.length > 0 && <VoidedOffersLink count={voided.length} isMore={isMoreVoided} />
      }
    >
      {voided.length > 0 && <VoidedOffers offers={voided} isMore={isMoreVoided} />}
    </ListPage>
  )
}

const inARow = classes(cluster([0.5, 3], { text: 'tight' }), letters.figures)

/** How many orders the filters leave, and what was paid and refunded for them, over all pages. */
function OrderSums({ totals }: { totals: ListTotals | undefined }) {
  if (!totals) return null
  const { total, isMore, sums } = totals
  if (!sums) return <p className={inARow}>{counted(total, 'order', 'orders', isMore)}</p>
  const paid = sums['total'] ?? 0
  const refunded = sums['refunded'] ?? 0
  return (
    <ul className={inARow} aria-label="Totals of the orders shown">
      <li>{counted(total, 'order', 'orders')}</li>
      <li>{formatAmount(paid)} paid</li>
      {refunded > 0 && (
        <>
          <li>{formatAmount(refunded)} refunded</li>
          <li>{formatAmount(paid - refunded)} kept</li>
        </>
      )}
    </ul>
  )
}
