import type { ReactNode } from 'react'
import { useRef } from 'react'

import { selectedCount } from './shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import {
  SelectAll,
  selectedBar,
  SelectRow,
  useSelectedRows,
} from '#platform/list/selected-rows.tsx'
import { Button } from '#ui/button.tsx'

const formId = 'selected-shipments'

type RowProps = {
  number: number
  /** Whether a carrier takes it. */
  isOpen: boolean
  children: ReactNode
}

/** A row's box, which belongs to the form above the list. */
export const SelectShipment = ({ number, isOpen, children }: RowProps) => (
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
export function SelectedShipments() {
  const form = useRef<HTMLFormElement>(null)
  const rows = useSelectedRows(form, 's')
  return (
    <form
      id={formId}
      ref={form}
      action={paths.handovers()}
      aria-label="With the selected shipments"
      className={selectedBar}
    >
      <SelectAll rows={rows} label="Select all on this page" />
      <Button kind="quiet">Take for handover</Button>
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
