import type { FocusEvent, FormEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { focusInView } from '#ui/focus-in-view.ts'
import { useAfterPress } from '#ui/use-after-press.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

import type { Checked } from './field-rules.rules.ts'

type AnyFields = Record<string, string | boolean>

type FieldErrors<Fields> = Partial<Record<keyof Fields, string>>

/** What the server returns for a save that did not go through. */
type SaveResponse<Fields> = {
  values: Fields
  /** What the server found wrong, beside what the schema finds. */
  errors: FieldErrors<Fields>
  /** The record as it is stored now, after a conflicting save. */
  now: { version: number; fields: Fields } | null
}

type Options<Fields extends AnyFields> = {
  /** In the order their errors are reported. */
  names: readonly (keyof Fields & string)[]
  read: (form: FormData) => Fields
  /** Beside the values as typed, those of the record as it is saved. */
  check: (values: Fields, saved: Fields) => Checked<Fields>
  /** The record as it was when the form was opened. */
  record: { version: number; fields: Fields }
  /** The same object as long as it is the same response. */
  result: SaveResponse<Fields> | null
  /** The name of the button that saves it. */
  intent: string
}

/** Stands for what the browser can't read: no date and no number. */
const unreadable = '?'

/** What is typed in the form. For a date that is typed in part the browser has no value, as for none. */
function typedIn(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.validity.badInput) {
      data.set(control.name, unreadable)
    }
  }
  return data
}

/** A save with validation errors counts as a visit to every field. */
const touchedBy = (result: { now: unknown } | null, names: readonly string[]) =>
  new Set(result && !result.now ? names : [])

/**
 * The state of a record's form. The inputs are uncontrolled: the browser keeps what is typed, also
 * before hydration, and this reads it out of the form at each input event to validate it by the
 * schema that the server uses.
 */
export function useRecordForm<Fields extends AnyFields>(options: Options<Fields>) {
  const { names, read, check, result, intent } = options
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(result?.now ?? options.record)
  const [initial] = useState<Fields>(result?.values ?? options.record.fields)
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(touchedBy(result, names))
  // The server's errors stand until the field is changed.
  const [found, setFound] = useState<FieldErrors<Fields>>(result?.errors ?? {})
  const [seen, setSeen] = useState(result)
  const afterPress = useAfterPress()
  const isOwnSubmit = useRef(false)
  const navigation = useNavigation()
  const isSaving = navigation.formData?.get('intent') === intent

  if (result && result !== seen) {
    setSeen(result)
    setBase(result.now ?? base)
    setTouched(touchedBy(result, names))
    setFound(result.errors)
  }

  const refresh = () => {
    if (form.current) setValues(read(typedIn(form.current)))
  }
  // Includes what was typed before hydration.
  const refreshOnMount = useEffectEvent(refresh)
  useEffect(() => refreshOnMount(), [])
  // A conflicting save comes back merged with what is stored.
  const fill = useEffectEvent((merged: Fields) => {
    for (const name of names) setControl(form.current, name, merged[name]!)
    refresh()
  })
  const focusServerError = useEffectEvent((response: SaveResponse<Fields>) => {
    const name = names.find((one) => response.errors[one])
    if (form.current && name) focusField(form.current, name)
  })
  useEffect(() => {
    if (result?.now) fill(result.values)
    else if (result) focusServerError(result)
  }, [result])
  useEffect(() => {
    if (navigation.state === 'idle') isOwnSubmit.current = false
  }, [navigation.state])

  const checked = check(values, base.fields)
  const errors: FieldErrors<Fields> = checked.ok ? found : { ...found, ...checked.errors }
  const clearFound = (name: string) =>
    setFound(({ [name as keyof Fields]: _changed, ...others }) => others as typeof found)

  return {
    base,
    initial,
    values,
    intent,
    isSaving,
    isHydrated: useHydrated(),
    isValid: checked.ok,
    isDirty: names.some((name) => values[name] !== base.fields[name]),
    /** The navigation that is about to start saves this form. */
    isOwnSubmit,
    isTouched: (name: keyof Fields & string) => touched.has(name),
    errorOf: (name: keyof Fields & string) => (touched.has(name) ? errors[name] : undefined),
    set(name: keyof Fields & string, value: string | boolean) {
      setControl(form.current, name, value)
      clearFound(name)
      refresh()
    },
    formProps: {
      ref: form,
      onChange(event: FormEvent<HTMLFormElement>) {
        const { name, type } = event.target as HTMLInputElement
        if (type === 'radio') setTouched((before) => new Set(before).add(name))
        clearFound(name)
        refresh()
      },
      /** Errors show once a field was left, and not while the press that left it is going on. */
      onBlur(event: FocusEvent<HTMLFormElement>) {
        const { name } = event.target as unknown as HTMLInputElement
        if (!isTextField(event.target, names)) return
        // Typing a date in part fires no event.
        refresh()
        afterPress(() => setTouched((before) => new Set(before).add(name)))
      },
      /** Invalid: nothing is sent, every error shows, and the first one gets the focus. */
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const typed = check(read(typedIn(event.currentTarget)), base.fields)
        if (typed.ok && !isSaving) {
          isOwnSubmit.current = true
          return
        }
        event.preventDefault()
        refresh()
        setTouched(new Set(names))
        const wrong: FieldErrors<Fields> = typed.ok ? found : { ...found, ...typed.errors }
        const first = names.find((name) => wrong[name])
        focusField(event.currentTarget, first)
      },
    },
  }
}

const isTextField = (control: Element, names: readonly string[]): boolean =>
  control.matches('input:not([type=checkbox], [type=radio]), select, textarea') &&
  names.includes((control as HTMLInputElement).name)

function setControl(form: HTMLFormElement | null, name: string, value: string | boolean): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof RadioNodeList) {
    for (const radio of control) {
      if (radio instanceof HTMLInputElement) radio.checked = radio.value === value
    }
  } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    control.checked = value === true
  } else if (control) {
    ;(control as HTMLInputElement).value = String(value)
  }
}

/** Focuses the field of that name, or the first radio button of it. */
function focusField(form: HTMLFormElement, name: string | undefined): void {
  const control = name === undefined ? null : form.elements.namedItem(name)
  const first = control instanceof RadioNodeList ? control[0] : control
  if (first instanceof HTMLElement) focusInView(first)
}

export type RecordFormState<Fields extends AnyFields> = ReturnType<typeof useRecordForm<Fields>>
