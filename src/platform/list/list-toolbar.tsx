import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'

import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useTypedBeforeHydration } from '#ui/use-typed-before.ts'

import { listCopy } from '../admin/admin.copy.ts'
import type { OptionNames } from './list-query.rules.ts'
import { maxSearch, searchIn } from './list-query.rules.ts'

import styles from './list-toolbar.module.css'

export type Choice = {
  name: string
  label: string
  value: string
  /** Absent: a day of the calendar. */
  options?: readonly { value: string; label: string }[]
}
type Options = NonNullable<Choice['options']>

type Props = {
  id: string
  /** The list's address, to which the form is sent without a script. */
  action: string
  /** The same with what is chosen, saying no more than it has to. */
  hrefOf: (chosen: URLSearchParams) => string
  search: string
  searchLabel?: string
  choices: readonly Choice[]
  /** Filters that are links elsewhere: kept while one searches on. */
  hidden?: Readonly<Record<string, string>>
  /** What it is sorted by, and the other ways: heads that sort are not on small screens. */
  sort: { value: string; options: Options }
  /** Rows of a page, where the list lets them be chosen below it. */
  size?: number
}

/** Debounce of the search field, in milliseconds. */
const pauseMs = 220

/**
 * Search and filters of a list, as a form of the platform's own: with a script it
 * applies as you type and choose, without one by its button.
 */
export function ListToolbar(props: Props) {
  const { id, action, hrefOf, search, searchLabel = listCopy.search, choices, sort, size } = props
  const hidden = Object.entries(props.hidden ?? {})
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The search that the page shows, and those requested since without a response yet. */
  const asked = useRef([search])

  const ask = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    const chosen = chosenIn(form.current)
    asked.current.push(searchIn(chosen))
    void navigate(hrefOf(chosen), { replace: true, preventScrollReset: true })
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  // Back, forward and Show all change the view without this form. A response to what was typed before
  // the last letters leaves those as they are.
  useEffect(() => {
    const at = asked.current.lastIndexOf(search)
    asked.current = at < 0 ? [search] : asked.current.slice(at)
    if (at < 0) setControl(form.current, 'q', search)
  }, [search])
  const shown = new URLSearchParams([
    ...choices.map(({ name, value }): [string, string] => [name, value]),
    ['sort', sort.value],
    ...(size ? [['size', String(size)] as [string, string]] : []),
  ]).toString()
  const lastShown = useRef(shown)
  useEffect(() => {
    if (lastShown.current === shown) return
    lastShown.current = shown
    for (const [name, value] of new URLSearchParams(shown)) setControl(form.current, name, value)
  }, [shown])

  // What was chosen or typed on a slow line, before this script was there, is asked for too.
  useTypedBeforeHydration(form, (name, value) => {
    const shownNow = name === 'q' ? search : new URLSearchParams(shown).get(name)
    if (shownNow !== null && value !== shownNow) ask()
  })

  return (
    <Form
      id={id}
      ref={form}
      action={action}
      role="search"
      className={classes(cluster(2, { align: 'end' }), styles.toolbar)}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
      {choices.length > 2 && (
        <Checkbox
          label={listCopy.filters}
          className={styles.more}
          autoComplete="off"
          defaultChecked={choices.some(({ value }) => value !== '')}
        />
      )}
      {choices.map(({ name, label, value, options }) =>
        options ? (
          <SelectField
            key={name}
            {...{ name, label, options }}
            className={styles.choice}
            defaultValue={value}
            onChange={ask}
          />
        ) : (
          <TextField
            key={name}
            type="date"
            {...{ name, label }}
            className={styles.day}
            defaultValue={value}
            onChange={ask}
          />
        ),
      )}
      {sort.options.length > 0 && (
        <SelectField
          name="sort"
          label={listCopy.sortBy}
          className={styles.sort}
          options={sort.options}
          defaultValue={sort.value}
          onChange={ask}
        />
      )}
      {!isHydrated && <Button data-late>{listCopy.show}</Button>}
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

const chosenIn = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]),
  )

/** A filter by one of these values, or `any`. */
export const filterOf = (
  name: string,
  label: string,
  any: string,
  names: OptionNames,
): Omit<Choice, 'value'> => ({
  name,
  label,
  options: [['', any] as const, ...names].map(([value, text]) => ({ value, label: text })),
})
