import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

import { adminOrdersCopy } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { paths } from '#domain/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-scripted.ts'

import styles from './orders.module.css'

const copy = adminOrdersCopy.selected
const formId = 'selected-orders'

/** A row's box, which belongs to the form above the list. */
export function SelectOrder({ number, children }: { number: number; children: ReactNode }) {
  return (
    <span className={styles.selectable}>
      <input
        type="checkbox"
        form={formId}
        name="order"
        value={number}
        aria-label={adminOrdersCopy.select(ordersCopy.number(number))}
      />
      {children}
    </span>
  )
}

/** What can be done with the selected orders: a plain form, which needs no script. */
export function SelectedOrders() {
  const form = useRef<HTMLFormElement>(null)
  const isScripted = useHydrated()
  const [selected, setSelected] = useState(0)

  useEffect(() => {
    const update = () => setSelected(boxesOf(form.current).filter(({ checked }) => checked).length)
    update()
    document.addEventListener('change', update)
    return () => document.removeEventListener('change', update)
  }, [])

  const selectAll = (checked: boolean) => {
    for (const box of boxesOf(form.current)) box.checked = checked
    setSelected(checked ? boxesOf(form.current).length : 0)
  }
  return (
    <form
      id={formId}
      ref={form}
      action={paths.printedOrders()}
      aria-label={copy.label}
      className={styles.selected}
    >
      <input type="hidden" name="of" value="selected" />
      {isScripted && (
        <label className={styles.selectable}>
          <input
            type="checkbox"
            checked={selected > 0}
            onChange={(event) => selectAll(event.currentTarget.checked)}
          />
          {copy.all}
        </label>
      )}
      <Button kind="quiet">{copy.print}</Button>
      <Button kind="quiet" formAction={paths.listFile('orders')}>
        {copy.file}
      </Button>
      {isScripted && <p role="status">{selected === 0 ? copy.hint : copy.count(selected)}</p>}
    </form>
  )
}

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement && control.name === 'order',
  )
