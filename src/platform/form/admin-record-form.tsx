import type { ReactNode } from 'react'

import { classes } from '#ui/classes.ts'
import { cluster, letters, pairs, stack, whole } from '#ui/layout.ts'

import type { FieldProperties } from './field-properties.ts'
import type { FieldWords } from './field-value.rules.ts'
import { recordCopy as copy } from './fields.copy.ts'
import { RecordField } from './record-field.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordNotice } from './record-notice.tsx'
import type { RecordResult } from './record-result.ts'
import type { RecordFormState } from './use-record-form.ts'

import styles from './record-form.module.css'

type Props<Fields extends Record<string, string | boolean>> = {
  state: RecordFormState<Fields>
  result: RecordResult<Fields> | null
  /** The list, with its search, sort and page. */
  backTo: string
  /** Values of fields in words, where a conflict is shown. */
  words?: FieldWords
  children: ReactNode
}

/** The form of a record in the admin; it sends the version it was filled from, for the merge. */
export function AdminRecordForm<Fields extends Record<string, string | boolean>>(
  props: Props<Fields>,
) {
  const { state, result, backTo, words, children } = props
  const isGone = result?.problem === 'gone'
  const isUnsaved = state.isHydrated && state.isDirty && !isGone
  return (
    <>
      {result && <RecordNotice result={result} state={state} words={words} />}
      <RecordForm
        state={state}
        hidden={{ version: state.base.version, base: JSON.stringify(state.base.fields) }}
        cancelTo={backTo}
        isGone={isGone}
        classNames={{
          form: classes(stack(0), styles.form),
          actions: classes(cluster([1, 3], { text: 'tight' }), styles.actions),
        }}
        note={isUnsaved && <span className={letters.quiet}>{copy.unsaved}</span>}
      >
        {children}
      </RecordForm>
    </>
  )
}

type FieldsProps<Fields extends Record<string, string | boolean>> = {
  fields: readonly FieldProperties<keyof Fields & string>[]
  state: RecordFormState<Fields>
}

/** A group of text fields, in two columns where there is room. */
export function RecordFields<Fields extends Record<string, string | boolean>>({
  fields,
  state,
}: FieldsProps<Fields>) {
  return (
    <div className={pairs(2, 3)}>
      {fields.map((properties) => (
        <RecordField
          key={properties.name}
          properties={properties}
          state={state}
          className={properties.wide ? whole : undefined}
        />
      ))}
    </div>
  )
}
