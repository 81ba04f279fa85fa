import { ConflictTable } from '#platform/form/conflict-table.tsx'
import { wordIn } from '#platform/form/field-value.rules.ts'
import { recordCopy } from '#platform/form/fields.copy.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import { TypedForm } from '#platform/form/typed-form.tsx'
import { useLastResult } from '#platform/form/use-form-result.ts'
import { Block } from '#platform/layout/block.tsx'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { DateField } from '#ui/date-field.tsx'
import { cluster, pairs, stack, whole } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { LicenceFields } from './licence-form.rules.ts'
import { longest } from './licence-form.rules.ts'
import { holderName, reportPeriodName } from './licence.rules.ts'

import recordStyles from '#platform/form/record-form.module.css'

type Props = {
  fields: LicenceFields
  /** Postal codes that it can be for. */
  states: readonly string[]
  /** Of the license as it was read; a new one has none. */
  version?: number
  result: RecordResult<LicenceFields> | null
}

const labels = {
  holder: 'Holder',
  state: 'State',
  kind: 'Kind',
  number: 'Number',
  from: 'First day',
  until: 'Last day',
  reportsEvery: 'Reports due',
  reportsDueDay: 'Day of the month',
  coveredBy: 'Covered by',
} as const satisfies Record<keyof LicenceFields, string>

const inWords = {
  holder: wordIn(holderName),
  reportsEvery: wordIn({ ...reportPeriodName, '': 'None' }),
}

const optionsOf = (names: Readonly<Record<string, string>>, none: string) => [
  { value: '', label: none },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

const stateOptions = (states: readonly string[]) => [
  { value: '', label: 'Choose a state' },
  ...states
    .map((state) => ({ value: state, label: stateName(state) }))
    .toSorted((a, b) => inOrder(a.label, b.label)),
]

/** The form of a license, new or known. */
export function LicenceForm({ fields, states, version, ...sent }: Props) {
  const result = useLastResult(sent.result)
  const values = result?.values ?? fields
  const now = result?.now ?? null
  const isNew = version === undefined
  const field = (name: keyof LicenceFields) => ({
    name,
    label: labels[name],
    defaultValue: values[name],
    error: result?.errors[name],
    autoComplete: 'off',
  })
  return (
    <>
      {result && <WhyNot result={result} />}
      {now && (
        <ConflictTable
          {...{ conflicts: now.conflicts, values, words: inWords, names: labels }}
          choose={() => {}}
        />
      )}
      <TypedForm
        className={classes(stack(0), recordStyles.form)}
        isFilled={result !== null}
        noValidate
        key={now ? `merged-${now.version}` : 'as-typed'}
      >
        {!isNew && <input type="hidden" name="version" value={now?.version ?? version} />}
        {!isNew && (
          <input type="hidden" name="base" value={JSON.stringify(now?.fields ?? fields)} />
        )}
        <Block id="license" title="License">
          <div className={pairs(2, 3)}>
            <SelectField {...field('holder')} options={optionsOf(holderName, 'Choose a holder')} />
            <SelectField {...field('state')} options={stateOptions(states)} />
            <TextField
              {...field('kind')}
              maxLength={longest.kind}
              hint="Such as “Direct shipper permit”. One of the same holder and kind follows it."
            />
            <TextField {...field('number')} maxLength={longest.number} />
            <DateField {...field('from')} />
            <DateField
              {...field('until')}
              hint="From the day after it, in the state’s own time, nothing is sold or sent there without another."
            />
          </div>
        </Block>
        <Block id="license-reports" title="Reports">
          <div className={pairs(2, 3)}>
            <SelectField {...field('reportsEvery')} options={optionsOf(reportPeriodName, 'None')} />
            <TextField
              {...field('reportsDueDay')}
              inputMode="numeric"
              hint="On which they are due in the month after the period, from 1 to 31."
            />
          </div>
        </Block>
        <Block id="license-covered" title="After its end">
          <div className={pairs(2, 3)}>
            <TextField
              {...field('coveredBy')}
              maxLength={longest.coveredBy}
              className={whole ?? ''}
              hint="What lets wine go on to the state without another license, such as a renewal that was applied for. Leave empty if nothing does."
            />
          </div>
        </Block>
        <div className={classes(cluster([1, 3], { text: 'tight' }), recordStyles.actions)}>
          <Button name="intent" value="save">
            {isNew ? 'Add the license' : 'Save'}
          </Button>
        </div>
      </TypedForm>
    </>
  )
}

/** Why a save was refused; the fields at fault say the rest. */
function WhyNot({ result: { problem, now } }: { result: RecordResult<LicenceFields> }) {
  const { conflict, fixFirst, goneMeanwhile } = recordCopy
  return (
    <Notice tone="bad">
      {now ? (
        <>
          <p>{now.by ? conflict.by(now.by) : conflict.byOther}</p>
          <p>{conflict.what}</p>
        </>
      ) : (
        <p>{problem === 'gone' ? goneMeanwhile : fixFirst}</p>
      )}
    </Notice>
  )
}
