import type { ReactNode, RefObject } from 'react'
import { useEffect, useState } from 'react'

import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

import styles from './selected-rows.module.css'

type SelectedBoxes = { values: readonly string[]; total: number }

type SelectedRows = {
  /** Values of the checked boxes; null until the page's script has counted them. */
  values: readonly string[] | null
  /** How many boxes there are. */
  total: number
  selectAll: (isChecked: boolean) => void
}

/** The checked boxes of that name which belong to a form, also those outside it. */
export function useSelectedRows(
  form: RefObject<HTMLFormElement | null>,
  name: string,
): SelectedRows {
  const [state, setState] = useState<SelectedBoxes | null>(null)

  // After each render, as the rows may be others: a list is live, searched and turned over.
  useEffect(() => {
    const update = () => setState((before) => stateOf(boxesOf(form.current, name), before))
    update()
    document.addEventListener('change', update)
    return () => document.removeEventListener('change', update)
  })

  const selectAll = (isChecked: boolean) => {
    const boxes = boxesOf(form.current, name)
    for (const box of boxes) box.checked = isChecked
    setState((before) => stateOf(boxes, before))
  }
  return { values: state?.values ?? null, total: state?.total ?? 0, selectAll }
}

/** A bar with the actions on the selected rows. */
export const selectedBar = classes(cluster([0.5, 3], { text: 'tight' }), styles.selected)

/** A row's box, which may stand outside its form; without `isOpen` its place stays empty. */
export function SelectRow(props: {
  formId: string
  name: string
  value: number | string
  label: string
  isOpen?: boolean
  children: ReactNode
}) {
  const { formId, name, value, label, isOpen = true, children } = props
  if (!isOpen) return <div className={styles.closed}>{children}</div>
  return (
    <Checkbox
      className={styles.selectable}
      form={formId}
      name={name}
      value={value}
      aria-label={label}
      label={children}
    />
  )
}

/** Checks every box, or none; only a script can do that. */
export function SelectAll({ rows, label }: { rows: SelectedRows; label: string }) {
  const { values, total, selectAll } = rows
  const count = values?.length ?? 0
  if (!useHydrated()) return null
  return (
    <Checkbox
      label={label}
      checked={count > 0 && count === total}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < total
      }}
      onChange={(event) => selectAll(event.currentTarget.checked)}
    />
  )
}

/** The same object where nothing changed. */
function stateOf(boxes: readonly HTMLInputElement[], before: SelectedBoxes | null): SelectedBoxes {
  const values = boxes.filter(({ checked }) => checked).map(({ value }) => value)
  const isSame = before?.total === boxes.length && String(before.values) === String(values)
  return isSame ? before : { values, total: boxes.length }
}

const boxesOf = (form: HTMLFormElement | null, name: string): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement && control.type === 'checkbox' && control.name === name,
  )
