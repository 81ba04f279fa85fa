import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { count, counted } from '#platform/admin/admin.copy.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { FileField } from '#platform/form/file-field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { ImportedTracking } from './add-tracking.actions.server.ts'
import type { RefusedRow, TrackingRowProblem } from './tracking-file.rules.ts'

export const trackingId = 'tracking'

type Props = { imported: ImportedTracking | null; error: string | undefined }

/** The shipper's file; each row that cannot be taken is named, and the others may be taken at a click. */
export function TrackingFileForm({ imported, error }: Props) {
  const hasMore = imported && !imported.isDone && imported.good > 0
  return (
    <>
      <p>
        A CSV file: shipment or order number, carrier, tracking number, shipped date. A later file’s
        numbers for a shipment replace the earlier ones, which stay in its history. A cell may have
        several numbers, divided by spaces or commas.
      </p>
      {imported && <Refused {...imported} />}
      {hasMore && imported.kept && (
        <Upload>
          <input type="hidden" name="good" value="yes" />
          <input type="hidden" name="kept" value={imported.kept.file} />
          <input type="hidden" name="keptName" value={imported.kept.name} />
          <Button name="intent" value="tracking">
            {imported.good === 1
              ? 'Import the good row'
              : `Import the ${count(imported.good)} good rows`}
          </Button>
        </Upload>
      )}
      <Upload>
        <FileField
          name="file"
          maxBytes={csvFileLimits.bytes}
          accept=".csv,text/csv"
          label="File"
          error={error}
        />
        {hasMore && !imported.kept && (
          <Checkbox
            name="good"
            value="yes"
            label="Import the good rows even if others are refused"
          />
        )}
        <Button kind="secondary" name="intent" value="tracking">
          Import the file
        </Button>
      </Upload>
    </>
  )
}

function Refused({ isDone, good, refused, doubt }: ImportedTracking) {
  // Counted here: the rules of files bring a reader that no browser can load.
  const bad = new Set(refused.map(({ line }) => line)).size
  const alert = isDone
    ? `Imported: ${counted(good, 'row', 'rows')}. Not imported: ${count(bad)}, named below.`
    : `${count(bad)} of ${counted(good + bad, 'row', 'rows')} cannot be imported. Nothing was saved.`
  return (
    <>
      <Notice tone={isDone ? 'info' : 'bad'}>{alert}</Notice>
      {doubt && <Notice tone="info">{doubt}</Notice>}
      <RowsTable
        label={alert}
        isWide
        columns={columns}
        rows={refused.slice(0, shown)}
        rowKey={({ line, field, why }) => `${line} ${field} ${why}`}
      />
      {refused.length > shown && <p>and {counted(refused.length - shown, 'more', 'more')}</p>}
    </>
  )
}

/** Its result is read where the form stands. */
const Upload = ({ children }: { children: ReactNode }) => (
  <Form
    method="post"
    action={`#${trackingId}`}
    encType="multipart/form-data"
    reloadDocument
    noValidate
    className={fields(30)}
  >
    {children}
  </Form>
)

const whyNot = {
  'no-number': 'No shipment or order number',
  'unknown-carrier': 'Unknown carrier',
  'no-tracking-number': 'No tracking number',
  'not-of-carrier': 'Not a tracking number of this carrier',
  'no-date': 'Not a day',
  'in-future': 'Day in the future',
  'before-order': 'Day before the order was placed',
  twice: 'Appears twice in this file',
  'unknown-shipment': 'There is no such shipment',
  'several-shipments': 'The order has several: give the S-number',
  'not-handed-over': 'Not handed over, or already finished',
  'other-shipment': 'Belongs to another shipment',
  'own-order': 'Your own order: a colleague has to do this',
} satisfies Record<TrackingRowProblem, string>

const columns: readonly TableColumn<RefusedRow>[] = [
  { label: 'Row', numeric: true, cell: ({ line }) => line },
  { label: 'Field', cell: ({ field }) => field },
  { label: 'Value', cell: ({ value }) => value },
  { label: 'Why', cell: ({ why }) => whyNot[why] },
]

const shown = 200
