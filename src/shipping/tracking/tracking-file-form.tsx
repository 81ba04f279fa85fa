import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { handoversCopy } from '../shipments/shipping.copy.ts'
import type { RefusedRow } from './tracking-file.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

const { tracking: copy } = handoversCopy

export const trackingId = 'tracking'

export type TrackingResult = {
  /** Whether rows were imported. */
  isDone: boolean
  alert: string
  refused: RefusedRow[]
  /** Rows that can be imported, with the file as base64 unless it is too large to send along. */
  good: { rows: number; kept: { name: string; file: string } | null } | null
}

/** The shipper's file; each row that cannot be taken is named, and the others may be taken at a click. */
export function TrackingFileForm({ result }: { result: TrackingResult | null }) {
  const good = result?.good ?? null
  return (
    <>
      <p>{copy.text}</p>
      {result && <Notice tone={result.isDone ? 'info' : 'bad'}>{result.alert}</Notice>}
      {result && result.refused.length > 0 && (
        <RefusedRows label={result.alert} rows={result.refused} />
      )}
      {good?.kept && (
        <Upload>
          <input type="hidden" name="good" value="yes" />
          <input type="hidden" name="kept" value={good.kept.file} />
          <input type="hidden" name="keptName" value={good.kept.name} />
          <Button name="intent" value="tracking">
            {copy.takeGood(good.rows)}
          </Button>
        </Upload>
      )}
      <Upload>
        <TextField type="file" name="file" accept=".csv,text/csv" label={copy.file} />
        {good && !good.kept && <Checkbox name="good" value="yes" label={copy.good} />}
        <Button kind="secondary" name="intent" value="tracking">
          {copy.button}
        </Button>
      </Upload>
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

const columns: readonly TableColumn<RefusedRow>[] = [
  { label: copy.line, numeric: true, cell: ({ line }) => line },
  { label: copy.field, cell: ({ field }) => field },
  { label: copy.value, cell: ({ value }) => value },
  { label: copy.why, cell: ({ why }) => copy.whyNot[why] },
]

const RefusedRows = ({ label, rows }: { label: string; rows: readonly RefusedRow[] }) => (
  <RowsTable
    label={label}
    isWide
    columns={columns}
    rows={rows.slice(0, shown)}
    rowKey={({ line }) => line}
  />
)

const shown = 200
