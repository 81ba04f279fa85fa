import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'

import { listCopy } from '#domain/copy/desk.ts'
import { maxSearch, pageSizes } from '#domain/list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './list-toolbar.module.css'

export type Choice = {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

type Props = {
  /** The list's address, which the form asks with what is chosen. */
  action: string
  search: string
  searchLabel?: string
  choices: readonly Choice[]
  size: number
  /** What the address says besides, such as the sort. */
  keep: Readonly<Record<string, string | undefined>>
  children?: ReactNode
}

/** Between two letters typed: what is looked for follows the fingers, not each of them. */
const pauseMs = 220

/**
 * Search, filters and page size of a list, as a form of the platform's own: with a script it
 * answers as you type and choose, without one by its button.
 */
export function ListToolbar(props: Props) {
  const { action, search, searchLabel = listCopy.search, choices, size, keep, children } = props
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(search)

  const ask = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    asked.current = String(new FormData(form.current).get('q') ?? '')
    void submit(filled(form.current), { action, replace: true, preventScrollReset: true })
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  // Back, forward and Show all change the view without this form.
  useEffect(() => {
    if (asked.current.trim() === search) return
    asked.current = search
    setControl(form.current, 'q', search)
  }, [search])
  const chosen = new URLSearchParams([
    ...choices.map(({ name, value }): [string, string] => [name, value]),
    ['size', String(size)],
  ]).toString()
  useEffect(() => {
    for (const [name, value] of new URLSearchParams(chosen)) setControl(form.current, name, value)
  }, [chosen])

  return (
    <Form
      ref={form}
      action={action}
      role="search"
      className={styles.toolbar}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <TextField
        type="search"
        name="q"
        label={searchLabel}
        className={styles.search}
        defaultValue={search}
        maxLength={maxSearch}
        autoComplete="off"
        spellCheck={false}
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(ask, pauseMs)
        }}
      />
      {choices.map((choice) => (
        <SelectField
          key={choice.name}
          name={choice.name}
          label={choice.label}
          options={choice.options}
          defaultValue={choice.value}
          onChange={ask}
        />
      ))}
      <SelectField
        name="size"
        label={listCopy.perPage}
        options={pageSizes.map((each) => ({ value: String(each), label: String(each) }))}
        defaultValue={String(size)}
        onChange={ask}
      />
      <Button className={styles.show}>{listCopy.show}</Button>
      {children}
    </Form>
  )
}

/** Controls keep what stands in them by themselves, so that nothing is lost that is being typed. */
function setControl(form: HTMLFormElement | null, name: string, value: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
    control.value = value
  }
}

/** What is filled in, so that an address says no more than it has to. */
function filled(form: HTMLFormElement): FormData {
  const data = new FormData()
  for (const [name, value] of new FormData(form)) if (value !== '') data.append(name, value)
  return data
}

/** A filter's options from its values and their words; the empty value is no filter. */
export const optionsOf = (words: readonly (readonly [string, string])[]): Choice['options'] =>
  words.map(([value, label]) => ({ value, label }))
