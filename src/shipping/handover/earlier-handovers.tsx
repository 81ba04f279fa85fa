import { Fragment } from 'react'

import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'

import { packingCopy } from '../papers/packing.copy.ts'
import { slipsPerFile } from '../profiles/shipper-profile.rules.ts'
import type { HandoverRow } from './handovers.store.server.ts'

type Row = Omit<HandoverRow, 'profileId' | 'requestKey'>

const numberColumn: Column<Row> = { label: 'Handover', cell: (row) => `No. ${row.number}` }
const madeAtColumn: Column<Row> = { label: 'Made', cell: (row) => <ShopMoment at={row.madeAt} /> }
const countColumn: Column<Row> = {
  label: 'Shipments',
  numeric: true,
  cell: (row) => row.shipmentCount,
}
const files: readonly Column<Row>[] = [
  {
    label: 'File',
    cell: ({ id, number, isKept }) =>
      isKept ? (
        <>
          <a
            href={paths.handoverFile(id)}
            download
            aria-label={`Download the file of handover ${number}`}
          >
            Download
          </a>
          {', '}
          <a
            href={`${paths.handoverFile(id)}?for=spreadsheet`}
            download
            aria-label={`Download handover ${number} for a spreadsheet`}
          >
            for a spreadsheet
          </a>
        </>
      ) : (
        'No longer kept'
      ),
  },
  { label: packingCopy.slips, cell: (handover) => <Slips handover={handover} /> },
]

/** What is shown of a handover, with the file that can be had again byte for byte. */
export const handoverColumns: readonly Column<Row>[] = [
  numberColumn,
  madeAtColumn,
  { label: 'By', wraps: true, cell: ({ madeBy }) => madeBy },
  { label: 'File format', cell: ({ profileName }) => profileName },
  countColumn,
  { label: 'Cases', numeric: true, cell: ({ caseCount }) => caseCount },
  ...files,
]

/** Below a handover that is being made there is no room for more. */
const newestColumns = [numberColumn, madeAtColumn, countColumn, ...files]

/** The newest handovers. */
export function EarlierHandovers({ handovers }: { handovers: readonly HandoverRow[] }) {
  if (handovers.length === 0) return <p>No handover yet.</p>
  return (
    <AdminTable
      label="Earlier handovers"
      columns={newestColumns}
      rows={handovers}
      rowKey={({ id }) => id}
    />
  )
}

/** The packing slips: several files where there are many. */
function Slips({ handover: { id, number, shipmentCount } }: { handover: Row }) {
  const parts = Math.ceil(shipmentCount / slipsPerFile)
  return Array.from({ length: parts }, (_, index) => {
    const text = parts === 1 ? packingCopy.pdf : packingCopy.part(index + 1)
    return (
      <Fragment key={index}>
        {index > 0 && ', '}
        <a
          href={paths.packingSlips(id, parts === 1 ? undefined : index + 1)}
          aria-label={packingCopy.slipsOf(number, text)}
        >
          {text}
        </a>
      </Fragment>
    )
  })
}
