import type { CountedBy, CountedIn } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import {
  countedBy,
  countedIn,
  maxSource,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { fields, pairs, roomBelow } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { countedByName, countedInName } from './rule-words.copy.ts'

type Props = { today: string; formKey: string; sent: Sent | null }

const units = [
  { value: 'bottles', label: 'bottles of 750 ml' },
  { value: 'ml', label: 'ml' },
]

const choice = <Name extends string>(names: readonly Name[], name: Record<Name, string>) => [
  { value: '', label: 'Choose' },
  ...names.map((value) => ({ value, label: name[value] })),
]

/** Proposes a version of a state's rule. */
export function ProposeVersion({ today, formKey, sent }: Props) {
  const field = fieldsOf(sent, { from: today, limitUnit: 'bottles', largestUnit: 'bottles' })
  return (
    <Block id="propose" title="Propose a version">
      <details open={sent !== null}>
        <summary className={roomBelow}>New version</summary>
        <ActionForm {...{ formKey, sent }} className={fields(40)}>
          <div className={pairs(2, 3)}>
            <DateField label="From" required {...field('from')} />
            <DateField
              label="Until"
              hint="The first day on which it no longer holds; empty: without an end."
              {...field('until')}
            />
          </div>
          <div className={pairs(2, 3)}>
            <TextField
              label="Limit"
              hint="Empty: no limit. By a case laws mean 12 bottles, 9 liters."
              inputMode="numeric"
              {...field('limit')}
            />
            <SelectField label="Limit in" options={units} {...field('limitUnit')} />
            <SelectField
              label="Counted by"
              options={choice<CountedBy>(countedBy, countedByName)}
              {...field('countedBy')}
            />
            <SelectField
              label="Counted in"
              options={choice<CountedIn>(countedIn, countedInName)}
              {...field('countedIn')}
            />
            <TextField
              label="Largest order"
              hint="Empty: as large as the limit."
              inputMode="numeric"
              {...field('largest')}
            />
            <SelectField label="Largest order in" options={units} {...field('largestUnit')} />
          </div>
          <Checkbox label="The buyer’s birthdate is needed" {...boxesOf(sent)('needsBirthdate')} />
          <TextField
            label="Source"
            hint={`Where the law says so, in at most ${maxSource} characters.`}
            required
            {...field('source')}
          />
          <TextArea label="Note, for staff" rows={3} {...field('note')} />
          <Button kind="secondary" name="intent" value="propose">
            Propose
          </Button>
        </ActionForm>
      </details>
    </Block>
  )
}
