import { Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'

import { adminOrdersCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { flagName } from '#orders/flags/order-flags.copy.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { flagReasons } from '#payments/after-sale.rules.ts'
import { isFiltered } from '#platform/list/list-query.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { usStates } from '#platform/text/us-states.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { SpanNote } from '#platform/list/span-note.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { filterOf, optionsOf } from '#platform/list/list-toolbar.tsx'
import { OrderSums } from './order-sums.tsx'
import { SelectOrder, SelectedOrders } from './selected-orders.tsx'
import { OrderState } from './order-state.tsx'
import { VoidedOffers, VoidedOffersLink } from './voided-offers.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'

import { wineRows } from '#catalogue/wines/products.store.server.ts'
import { listVoidedOffers } from '#checkout/offers/list-voided-offers.actions.server.ts'
import { countFlaggedOrders } from '#orders/flags/order-flags.store.server.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { newestReleases } from '#releases/release/staff-releases.store.server.ts'
import type { Route } from './+types/order-list.page'

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
    label: copy.number,
    cell: (order) => (
      <SelectOrder number={order.number}>
        <Link to={paths.staffOrder(order.number)}>{ordersCopy.number(order.number)}</Link>
      </SelectOrder>
    ),
  },
  { label: copy.date, cell: (order) => <ShopDay at={order.createdAt} /> },
  { label: copy.buyer, cell: (order) => order.name || order.email },
  {
    label: copy.wines,
    cell: (order) =>
      order.lines.map((line) => copy.line(line.quantity, line.description)).join('; '),
  },
  {
    label: copy.state,
    cell: (order) => (
      <>
        <OrderState {...order} />
        {order.notes > 0 && (
          <>
            {' '}
            <Link to={paths.staffOrderNotes(order.number)}>{copy.notes(order.notes)}</Link>
          </>
        )}
      </>
    ),
  },
  {
    label: copy.method,
    cell: (order) => (order.shippingMethod ? shippingMethodName[order.shippingMethod] : ''),
  },
  {
    label: copy.shipToState,
    cell: (order) => (order.shippingMethod === 'pickup' ? '' : (order.shipToState ?? '')),
  },
  { label: copy.channel, cell: (order) => copy.channels[order.channel] },
  { label: copy.total, numeric: true, cell: (order) => formatAmount(order.totalCents) },
  {
    label: copy.refunded,
    numeric: true,
    cell: (order) => (order.refundedCents > 0 ? formatAmount(order.refundedCents) : ''),
  },
]

type Named = Route.ComponentProps['loaderData']['wines'][number]

const namesOf = (all: readonly Named[]) => all.map(({ id, name }) => [id, name] as const)

const filtersFor = (wines: readonly Named[], releases: readonly Named[]) => [
  filterOf('state', copy.state, copy.anyState, Object.entries(ordersCopy.states)),
  {
    name: 'flagged',
    label: copy.review,
    options: optionsOf([
      ...copy.reviewOptions,
      ...flagReasons.map((reason) => [reason, flagName[reason]] as const),
    ]),
  },
  filterOf('method', copy.method, copy.anyMethod, Object.entries(shippingMethodName)),
  filterOf('shipTo', copy.shipToState, copy.anyShipTo, Object.entries(usStates)),
  filterOf('wine', copy.wine, copy.anyWine, namesOf(wines)),
  ...(releases.length > 0
    ? [filterOf('release', copy.release, copy.anyRelease, namesOf(releases))]
    : []),
  filterOf('channel', copy.channel, copy.anyChannel, Object.entries(copy.channels)),
  { name: 'from', label: copy.from },
  { name: 'to', label: copy.to },
]

export default function OrdersList({ loaderData }: Route.ComponentProps) {
  const { list, isStale, flagged, voided, isMoreVoided, wines, releases } = loaderData
  const filters = filtersFor(wines, releases)
  return (
    <ListPage
      name="orders"
      {...{ list, isStale, copy, columns, filters }}
      rowKey={(row) => row.id}
      note={
        <>
          <SpanNote span={list.query.filters['placed']} words={copy.placed} />
          {list.page.rows.length > 0 && (
            <>
              <OrderSums totals={list.page.totals} />
              <SelectedOrders />
            </>
          )}
        </>
      }
      summary={flagged ? copy.flagged(flagged) : copy.noneFlagged}
      actions={
        voided.length > 0 && <VoidedOffersLink count={voided.length} isMore={isMoreVoided} />
      }
    >
      {voided.length > 0 && <VoidedOffers offers={voided} isMore={isMoreVoided} />}
    </ListPage>
  )
}
