import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Link } from 'react-router'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import {
  SelectAll,
  selectedBar,
  SelectRow,
  useSelectedRows,
} from '#platform/list/selected-rows.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'

import type { Route } from './+types/shipment-list.page'
import { shipmentList } from './shipment-list.store.server.ts'
import { shipmentNumber } from './shipment.rules.ts'
import { leavesFromDay, selectedCount, shipmentStateName, waitReason } from './shipping.copy.ts'

const copy = {
  title: 'Shipments',
  search: 'S- or K-number, name or email',
  none: 'No shipments yet.',
  noneFound: 'No shipment matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(shipmentList, args)

type Row = ListRow<typeof shipmentList>

const linkTo = (row: Row) => (
  <Link to={paths.shipment(row.number)}>{shipmentNumber(row.number)}</Link>
)

const columns: readonly Column<Row>[] = [
  { label: 'Shipment', cell: linkTo },
  { label: 'Order', cell: (row) => ordersCopy.number(row.orderNumber) },
  { label: 'Buyer', part: 'name', cell: (row) => row.name },
  { label: 'To', cell: (row) => row.toState },
  { label: 'Service', cell: (row) => shippingMethodName[row.method] },
  {
    label: 'State',
    part: 'line',
    cell: (row) => (
      <>
        {shipmentStateName[row.state]}
        {row.waitsFor && (
          <>
            {': '}
            {row.leavesFrom ? leavesFromDay(row.leavesFrom) : waitReason(row.waitsFor, row.heldFor)}
          </>
        )}
      </>
    ),
  },
  {
    label: 'Expected',
    cell: (row) => (row.expectedOn ? numericDay(row.expectedOn) : ''),
  },
  { label: 'Since', cell: (row) => <ShopDay at={row.createdAt} /> },
]

/** Those that are ready can be selected for the handover. */
const readyColumns = columns.with(0, {
  label: 'Shipment',
  cell: (row) => (
    <SelectShipment number={row.number} isOpen={row.state === 'ready' && row.method !== 'pickup'}>
      {linkTo(row)}
    </SelectShipment>
  ),
})

export default function ShipmentList({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  const isReadyList = list.query.filters.which === 'ready' && list.page.rows.length > 0
  return (
    <ListPage
      name="shipments"
      {...{ list, isStale, copy }}
      columns={isReadyList ? readyColumns : columns}
      note={isReadyList && <SelectedShipments />}
      rowKey={(row) => row.id}
    />
  )
}

const formId = 'selected-shipments'

type RowProps = {
  number: number
  /** Whether a carrier takes it. */
  isOpen: boolean
  children: ReactNode
}

/** A row's box, which belongs to the form above the list. */
const SelectShipment = ({ number, isOpen, children }: RowProps) => (
  <SelectRow
    formId={formId}
    name="s"
    value={number}
    isOpen={isOpen}
    label={`Select ${shipmentNumber(number)}`}
  >
    {children}
  </SelectRow>
)

/** Passes the selected ready shipments to today's handover, for review. */
function SelectedShipments() {
  const form = useRef<HTMLFormElement>(null)
  const rows = useSelectedRows(form, 's')
  return (
    <form
      id={formId}
      ref={form}
      action={paths.handovers()}
      aria-label="With the selected shipments"
      className={selectedBar}
      data-print="no"
    >
      <SelectAll rows={rows} label="Select all on this page" />
      <Button kind="quiet" inactive={rows.values?.length === 0}>
        Take for handover
      </Button>
      {rows.values && (
        <p role="status">
          {rows.values.length === 0
            ? 'Select shipments in the list first.'
            : selectedCount(rows.values.length, rows.total)}
        </p>
      )}
    </form>
  )
}
