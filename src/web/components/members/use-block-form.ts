import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigation } from 'react-router'

import type { AccountBlock, AccountFields } from '#domain/account.ts'
import type { FieldErrors } from '#domain/forms/account.ts'
import { blockFields, checkBlock } from '#domain/forms/account.ts'
import type { AccountAnswer } from '#web/routes/members/account-action.ts'
import type { OpenAccount } from '#web/routes/members/account-view.ts'

type FieldName = keyof AccountFields

/** One block being edited: what is typed, where one has been, and what the one schema says to it. */
export function useBlockForm(
  block: AccountBlock,
  account: OpenAccount,
  answer: AccountAnswer | null,
) {
  const names: readonly FieldName[] = blockFields[block]
  const [values, setValues] = useState<AccountFields>({ ...account.fields, ...answer?.values })
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(answer ? names : []))
  const [today] = useState(() => new Date())
  const isSaving = useNavigation().formData?.get('intent') === block

  const checked = checkBlock(block, values, today.toISOString().slice(0, 10))
  const errors: FieldErrors = checked.ok ? {} : checked.errors
  const isDirty = names.some((name) => values[name] !== account.fields[name])

  return {
    values,
    errors,
    today,
    isSaving,
    isDirty,
    /** What people sign in with changes only when they prove who they are. */
    isNewEmail: block === 'personal' && values.email.trim().toLowerCase() !== account.fields.email,
    isValid: checked.ok,
    isTouched: (name: FieldName) => touched.has(name),
    errorOf: (name: FieldName) => (touched.has(name) ? errors[name] : undefined),
    set: (name: FieldName, value: string | boolean) =>
      setValues((before) => ({ ...before, [name]: value })),
    /** Takes over what a field already holds. */
    adopt: (name: string, value: string | boolean) => {
      const field = names.find((one) => one === name)
      if (field)
        setValues((before) => (before[field] === value ? before : { ...before, [field]: value }))
    },
    touch: (name: FieldName) => setTouched((before) => new Set(before).add(name)),
    /** Invalid: everything counts as touched, nothing is sent, and the first fault is shown. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (checked.ok && !isSaving) return
      event.preventDefault()
      setTouched(new Set(names))
      const first = names.find((name) => errors[name])
      const control = first && event.currentTarget.elements.namedItem(first)
      if (control instanceof HTMLElement) control.focus()
    },
  }
}

export type BlockFormState = ReturnType<typeof useBlockForm>
