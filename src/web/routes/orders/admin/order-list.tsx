import { Link } from 'react-router'

import type { ListRow } from '#data/admin/lists.ts'

import { adminOrdersCopy as copy, voidedOffersCopy } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { isFiltered } from '#domain/admin/list-query.ts'
import { formatAmount } from '#domain/money.ts'
import type { Column } from '#web/components/admin/admin-table.tsx'
import { ListPage } from '#web/components/admin/list-page.tsx'
import { optionsOf } from '#web/components/admin/list-toolbar.tsx'
import { OrderState } from '#web/components/orders/admin/order-state.tsx'
import { VoidedOffers, voidedOffersId } from '#web/components/offers/admin/voided-offers.tsx'
import { ShopDay } from '#web/components/dates.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { loadList } from '#web/routes/admin/list-route.ts'

import type { Route } from './+types/order-list'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const [loaded, flagged] = await Promise.all([
    loadList('orders', args),
    shop.countFlaggedOrders(viewer),
  ])
  const { query } = loaded.list
  const isWhole = query.before === null && !isFiltered(query)
  const voided = isWhole
    ? await shop.listVoidedOffers(viewer)
    : { ok: true as const, offers: [], hasMore: false }
  if (!voided.ok) throw httpError(403)
  return { ...loaded, flagged, voided: voided.offers, isMoreVoided: voided.hasMore }
}

type Row = ListRow<'orders'>

const columns: readonly Column<Row>[] = [
  {
    label: copy.number,
    cell: (order) => (
      <Link to={paths.staffOrder(order.number)}>{ordersCopy.number(order.number)}</Link>
    ),
  },
  { label: copy.date, cell: (order) => <ShopDay at={order.createdAt} /> },
  { label: copy.buyer, cell: (order) => order.name || order.email },
  {
    label: copy.wines,
    cell: (order) =>
      order.lines.map((line) => copy.line(line.quantity, line.description)).join('; '),
  },
  { label: copy.channel, cell: (order) => copy.channels[order.channel] },
  { label: copy.state, cell: (order) => <OrderState {...order} /> },
  { label: copy.total, numeric: true, cell: (order) => formatAmount(order.totalCents) },
  {
    label: copy.refunded,
    numeric: true,
    cell: (order) => (order.refundedCents > 0 ? formatAmount(order.refundedCents) : ''),
  },
]

const filters = [
  {
    name: 'channel',
    label: copy.channel,
    options: optionsOf([['', copy.anyChannel], ...Object.entries(copy.channels)]),
  },
  {
    name: 'state',
    label: copy.state,
    options: optionsOf([['', copy.anyState], ...Object.entries(ordersCopy.states)]),
  },
  { name: 'flagged', label: copy.review, options: optionsOf(copy.reviewOptions) },
]

export default function OrdersList({ loaderData }: Route.ComponentProps) {
  const { list, isStale, flagged, voided, isMoreVoided } = loaderData
  return (
    <ListPage
      name="orders"
      {...{ list, isStale, copy, columns, filters }}
      pathOf={paths.staffOrders}
      fileOf={paths.ordersFile}
      rowKey={(row) => row.id}
      summary={flagged ? copy.flagged(flagged) : copy.noneFlagged}
      actions={
        voided.length > 0 && (
          <a href={`#${voidedOffersId}`}>{voidedOffersCopy.count(voided.length, isMoreVoided)}</a>
        )
      }
    >
      {voided.length > 0 && <VoidedOffers offers={voided} isMore={isMoreVoided} />}
    </ListPage>
  )
}
