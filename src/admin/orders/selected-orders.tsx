import type { ReactNode } from 'react'
import { useRef } from 'react'

import { listFile, paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import {
  SelectAll,
  selectedBar,
  SelectRow,
  useSelectedRows,
} from '#platform/list/selected-rows.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'

const formId = 'selected-orders'

/** A row's box, which belongs to the form above the list. */
export const SelectOrder = ({ number, children }: { number: number; children: ReactNode }) => (
  <SelectRow
    formId={formId}
    name="order"
    value={number}
    label={`Select ${ordersCopy.number(number)}`}
  >
    {children}
  </SelectRow>
)

/** Actions on the selected orders: a plain form, which needs no script. */
export function SelectedOrders() {
  const form = useRef<HTMLFormElement>(null)
  const rows = useSelectedRows(form, 'order')
  const isNone = rows.values?.length === 0
  return (
    <form
      id={formId}
      ref={form}
      action={paths.printedOrders()}
      aria-label="With the selected orders"
      className={selectedBar}
      data-print="no"
    >
      <input type="hidden" name="of" value="selected" />
      <SelectAll rows={rows} label="Select all on this page" />
      <Button kind="quiet" inactive={isNone}>
        Print
      </Button>
      <Button kind="quiet" inactive={isNone} formAction={listFile('orders')}>
        Download the selected
      </Button>
      {rows.values && (
        <p role="status">
          {isNone
            ? 'Select orders in the list first.'
            : `${plural(rows.values.length, 'order')} selected`}
        </p>
      )}
    </form>
  )
}
