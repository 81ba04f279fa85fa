import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { AdminRecordForm, RecordFields } from './admin-record-form.tsx'
import type { FieldProperties } from './field-properties.ts'
import type { FieldWords } from './field-value.rules.ts'
import type { RecordResult } from './record-result.ts'
import { useRecordForm } from './use-record-form.ts'

type Fields = { name: string; phone: string; state: string; active: boolean }

const saved: Fields = { name: 'Ana', phone: '4155550123', state: 'CA', active: true }
const typed: Fields = { ...saved, name: 'Anna', state: 'XX' }

/** What only they changed is taken over. */
const merged: Fields = { ...typed, phone: '', active: false }

const fields = [
  { name: 'name', label: 'Name', maxLength: 40, hint: 'As on the label' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'state', label: 'State', kind: 'state' },
] as unknown as FieldProperties<keyof Fields & string>[]

type Given = { result?: Partial<RecordResult<Fields>>; errors?: object; words?: FieldWords }

function Form({ result, errors, words }: Given) {
  const whole = result
    ? { values: result.now ? merged : typed, errors: {}, now: null, ...result }
    : null
  const state = useRecordForm<Fields>({
    names: ['name', 'phone', 'state', 'active'],
    read: () => saved,
    check: (values) => (errors ? { ok: false, errors } : { ok: true, values }) as never,
    record: { version: 4, fields: saved },
    result: whole as RecordResult<Fields> | null,
    intent: 'save',
  })
  return (
    <AdminRecordForm
      state={state}
      result={whole as RecordResult<Fields> | null}
      backTo="/list?q=ana"
      {...(words && { words })}
    >
      <RecordFields fields={fields} state={state} />
    </AdminRecordForm>
  )
}

const conflicts = [
  { field: 'name', was: 'Ana', theirs: 'Ane', yours: 'Anna', isContested: true },
  { field: 'phone', was: '4155550123', theirs: '', yours: '4155550123', isContested: false },
  { field: 'active', was: true, theirs: false, yours: true, isContested: false },
] as const
const now = (by: string | null) => ({
  version: 6,
  fields: { ...saved, name: 'Ane', phone: '', active: false },
  ...{ by, conflicts: [...conflicts] },
})

test('a record’s form, and why it was not saved', () => {
  expectParts('record-notice', {
    'as it was opened': <Form />,
    'not valid': (
      <Form
        result={{ problem: 'invalid', errors: { phone: 'Taken by another.' } }}
        errors={{ name: 'Please enter a name.' }}
      />
    ),
    'saved meanwhile, by a colleague': (
      <Form result={{ problem: 'saved-elsewhere', now: now('bea@kohue.example') }} />
    ),
    'saved meanwhile, by the customer, values in words': (
      <Form
        result={{ problem: 'saved-elsewhere', now: now(null) }}
        words={{ phone: (value: unknown) => `phone ${String(value)}` }}
      />
    ),
    deleted: <Form result={{ problem: 'gone' }} />,
  })
})
