import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import type { FieldErrors } from '#domain/forms/account.ts'
import { blockFields, checkBlock } from '#domain/forms/account.ts'
import type { AccountAnswer } from '#web/routes/members/account-action.ts'

type FieldName = keyof AccountFields

/** One block being edited: what is typed, where one has been, and what the one schema says to it. */
export function useBlockForm(block: AccountBlock, account: Account, answer: AccountAnswer | null) {
  const names: readonly FieldName[] = blockFields[block]
  const [values, setValues] = useState<AccountFields>({ ...account.fields, ...answer?.values })
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(answer ? names : []))
  const [today] = useState(() => new Date())
  const isSaving = useNavigation().formData?.get('intent') === block
  const isSent = useRef(false)

  const checked = checkBlock(block, values, today.toISOString().slice(0, 10))
  const errors: FieldErrors = checked.ok ? refusedAsTyped(answer, values) : checked.errors
  const isDirty = names.some((name) => values[name] !== account.fields[name])

  return {
    values,
    errors,
    today,
    isSaving,
    isSent,
    isDirty,
    isValid: checked.ok,
    isTouched: (name: FieldName) => touched.has(name),
    errorOf: (name: FieldName) => (touched.has(name) ? errors[name] : undefined),
    set: (name: FieldName, value: string | boolean) =>
      setValues((before) => ({ ...before, [name]: value })),
    touch: (name: FieldName) => setTouched((before) => new Set(before).add(name)),
    /** Invalid: everything counts as touched, nothing is sent, and the first fault is shown. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (checked.ok && !isSaving) {
        isSent.current = true
        return
      }
      event.preventDefault()
      setTouched(new Set(names))
      const first = names.find((name) => errors[name])
      const control = first && event.currentTarget.elements.namedItem(first)
      if (control instanceof HTMLElement) control.focus()
    },
  }
}

export type BlockFormState = ReturnType<typeof useBlockForm>

/** What only the server could know, as long as the field is as it was sent. */
function refusedAsTyped(answer: AccountAnswer | null, values: AccountFields): FieldErrors {
  const refused = Object.entries(answer?.errors ?? {}) as [FieldName, string][]
  return Object.fromEntries(refused.filter(([name]) => answer?.values[name] === values[name]))
}
