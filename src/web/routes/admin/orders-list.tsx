import { data, Link } from 'react-router'

import { deskOrdersCopy as copy, voidedOffersCopy } from '#domain/copy/desk-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { ordersList } from '#domain/desk-lists.ts'
import { isNarrowed, listParams, readListQuery } from '#domain/list-query.ts'
import { formatAmount } from '#domain/money.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import type { Column } from '#web/components/admin/desk-table.tsx'
import { DeskTable } from '#web/components/admin/desk-table.tsx'
import { ListToolbar, optionsOf } from '#web/components/admin/list-toolbar.tsx'
import { OrderPages } from '#web/components/admin/orders/order-pages.tsx'
import { OrderState } from '#web/components/admin/orders/order-state.tsx'
import { VoidedOffers, voidedOffersId } from '#web/components/admin/orders/voided-offers.tsx'
import { shortDate } from '#web/components/members/short-date.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/orders-list'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(ordersList, url.searchParams)
  const before = numberIn(url.searchParams.get('before'))
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const isWhole = before === null && !isNarrowed(query)
  const [listed, voided] = await Promise.all([
    shop.listOrders(viewer, query, before),
    isWhole ? shop.listVoidedOffers(viewer) : { ok: true as const, offers: [], hasMore: false },
  ])
  if (!listed.ok || !voided.ok) throw data(null, { status: 403 })
  const { rows, hasMore, toLookAt } = listed
  const { offers, hasMore: isMoreVoided } = voided
  return { query, before, rows, hasMore, toLookAt, voided: offers, isMoreVoided }
}

/** The last order of the page before. */
function numberIn(text: string | null): number | null {
  const number = Number(text)
  return text !== null && Number.isSafeInteger(number) && number > 0 && number < 2 ** 31
    ? number
    : null
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

const columns: readonly Column<Row>[] = [
  {
    label: copy.number,
    cell: (order) => (
      <Link to={paths.staffOrder(order.number)}>{ordersCopy.number(order.number)}</Link>
    ),
  },
  { label: copy.date, cell: (order) => shortDate(order.createdAt) },
  { label: copy.buyer, cell: (order) => order.name || order.email },
  {
    label: copy.wines,
    cell: (order) =>
      order.lines.map((line) => copy.line(line.quantity, line.description)).join('; '),
  },
  { label: copy.channel, cell: (order) => copy.channels[order.channel] },
  { label: copy.state, cell: (order) => <OrderState order={order} /> },
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
  { name: 'attention', label: copy.look, options: optionsOf(copy.lookOptions) },
]

export default function OrdersList({ loaderData }: Route.ComponentProps) {
  const { query, before, rows, hasMore, toLookAt, voided, isMoreVoided } = loaderData
  const chosen = query.filters as Record<string, string | undefined>
  const hrefOf = (from?: number) =>
    paths.staffOrders({
      ...listParams(ordersList, query),
      before: from === undefined ? undefined : String(from),
    })
  return (
    <DeskPage
      title={copy.title}
      summary={toLookAt === 0 ? copy.noneToLookAt : copy.toLookAt(toLookAt)}
      actions={
        voided.length > 0 && (
          <a href={`#${voidedOffersId}`}>{voidedOffersCopy.count(voided.length, isMoreVoided)}</a>
        )
      }
    >
      <ListToolbar
        id="orders-search"
        action={paths.staffOrders()}
        hrefOf={(asked) =>
          paths.staffOrders(listParams(ordersList, readListQuery(ordersList, asked)))
        }
        search={query.search}
        searchLabel={copy.search}
        choices={filters.map((filter) => ({ ...filter, value: chosen[filter.name] ?? '' }))}
        sort={{ value: 'newest', options: optionsOf([['newest', copy.newestFirst]]) }}
      />
      {rows.length > 0 ? (
        <DeskTable label={copy.title} columns={columns} rows={rows} rowKey={(row) => row.id} />
      ) : (
        <p>{isNarrowed(query) || before !== null ? copy.noneFound : copy.none}</p>
      )}
      <OrderPages
        newest={before === null ? null : hrefOf()}
        older={hasMore ? hrefOf(rows.at(-1)!.number) : null}
      />
      {voided.length > 0 && <VoidedOffers offers={voided} isMore={isMoreVoided} />}
    </DeskPage>
  )
}
