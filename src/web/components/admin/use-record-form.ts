import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigation } from 'react-router'

import type { Checked } from '#domain/forms/field-rules.ts'
import { useScripted } from '#web/ui/use-scripted.ts'
import type { RecordAnswer } from '#web/routes/admin/record-answer.ts'

type AnyFields = Record<string, string | boolean>

type Errors<Fields> = Partial<Record<keyof Fields, string>>

type Options<Fields extends AnyFields> = {
  /** In the order they are found fault with. */
  names: readonly (keyof Fields & string)[]
  check: (values: Fields) => Checked<Fields>
  /** The record as it was when the form was opened. */
  record: { version: number; fields: Fields }
  answer: RecordAnswer<Fields> | null
}

/** A save that found faults counts as a visit to every field. */
const touchedBy = (answer: { now: unknown } | null, names: readonly string[]) =>
  new Set(answer && !answer.now ? names : [])

/**
 * A record being edited: what it was filled from, what is typed, where one has been, and what the
 * one schema says to it. What is saved elsewhere meanwhile does not touch it.
 */
export function useRecordForm<Fields extends AnyFields>(options: Options<Fields>) {
  const { names, check, answer } = options
  const [base, setBase] = useState(answer?.now ?? options.record)
  const [values, setValues] = useState<Fields>(answer?.values ?? options.record.fields)
  const [touched, setTouched] = useState<ReadonlySet<string>>(touchedBy(answer, names))
  // What the server found stands until the field is changed.
  const [found, setFound] = useState<Errors<Fields>>(answer?.errors ?? {})
  const [seen, setSeen] = useState(answer)
  if (answer && answer !== seen) {
    setSeen(answer)
    setBase(answer.now ?? base)
    setValues(answer.values)
    setTouched(touchedBy(answer, names))
    setFound(answer.errors)
  }
  const isSaving = useNavigation().formData?.get('intent') === 'save'

  const checked = check(values)
  const errors: Errors<Fields> = checked.ok ? found : { ...found, ...checked.errors }
  const firstFault = names.find((name) => errors[name])

  return {
    base,
    values,
    isSaving,
    isScripted: useScripted(),
    firstFault,
    isValid: checked.ok,
    isDirty: names.some((name) => values[name] !== base.fields[name]),
    isTouched: (name: keyof Fields & string) => touched.has(name),
    errorOf: (name: keyof Fields & string) => (touched.has(name) ? errors[name] : undefined),
    set(name: keyof Fields & string, value: string | boolean) {
      setValues((before) => ({ ...before, [name]: value }))
      setFound(({ [name]: _changed, ...others }) => others as typeof found)
    },
    /** Takes over what a control already holds. */
    adopt(name: string, value: string | boolean) {
      if (!(names as readonly string[]).includes(name)) return
      setValues((before) => (before[name] === value ? before : { ...before, [name]: value }))
    },
    touch: (name: keyof Fields & string) => setTouched((before) => new Set(before).add(name)),
    /** Invalid: everything counts as touched, nothing is sent, and the first fault is shown. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (checked.ok && !isSaving) return
      event.preventDefault()
      setTouched(new Set(names))
      focusField(event.currentTarget, firstFault)
    },
  }
}

/** Leads to a field of that name; radio buttons of one name come as a list. */
export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const control = name === undefined ? null : form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
  else if (control instanceof RadioNodeList) (control[0] as HTMLElement | undefined)?.focus()
}

export type RecordFormState<Fields extends AnyFields> = ReturnType<typeof useRecordForm<Fields>>
