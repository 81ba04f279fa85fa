import type { ReactNode } from 'react'
import { useRef } from 'react'

import { adminOrdersCopy } from '#orders/order/admin-orders.copy.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { listFile, paths } from '#platform/http/paths.rules.ts'
import {
  SelectAll,
  selectedBar,
  SelectRow,
  useSelectedRows,
} from '#platform/list/selected-rows.tsx'
import { Button } from '#ui/button.tsx'

const copy = adminOrdersCopy.selected
const formId = 'selected-orders'

/** A row's box, which belongs to the form above the list. */
export const SelectOrder = ({ number, children }: { number: number; children: ReactNode }) => (
  <SelectRow
    formId={formId}
    name="order"
    value={number}
    label={adminOrdersCopy.select(ordersCopy.number(number))}
  >
    {children}
  </SelectRow>
)

/** Actions on the selected orders: a plain form, which needs no script. */
export function SelectedOrders() {
  const form = useRef<HTMLFormElement>(null)
  const rows = useSelectedRows(form, 'order')
  return (
    <form
      id={formId}
      ref={form}
      action={paths.printedOrders()}
      aria-label={copy.label}
      className={selectedBar}
    >
      <input type="hidden" name="of" value="selected" />
      <SelectAll rows={rows} label={copy.all} />
      <Button kind="quiet">{copy.print}</Button>
      <Button kind="quiet" formAction={listFile('orders')}>
        {copy.file}
      </Button>
      {rows.values && (
        <p role="status">{rows.values.length === 0 ? copy.hint : copy.count(rows.values.length)}</p>
      )}
    </form>
  )
}
