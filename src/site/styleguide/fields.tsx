import { levelOptions } from '#platform/club/club.rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Field } from '#ui/field.tsx'
import { grid } from '#ui/layout.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { Chapter } from './chapter.tsx'

const states = [
  { value: 'CA', label: 'California' },
  { value: 'DC', label: 'District of Columbia' },
]

const methods = [
  { value: 'overnight', label: 'Overnight', detail: '$90' },
  { value: 'ground', label: 'Ground shipping', detail: '$35' },
  { value: 'pickup', label: 'Local Pick up', disabled: true },
]

const longName = 'Maximiliana Wilhelmina Fernández de la Vega y Oyarzábal'

export function Fields() {
  return (
    <Chapter title="Fields">
      <div className={grid(18, 4)}>
        <TextField label="Full name" name="plain" hint="As on your papers" />
        <TextField label="Filled" name="filled" defaultValue={longName} touched />
        <TextField
          label="Email"
          name="wrong"
          defaultValue="ana@"
          error="This is not a valid email"
          touched
        />
        <TextField label="Read only" name="fixed" defaultValue="ana@example.com" readOnly />
        <TextField label="Disabled" name="off" defaultValue="Mendoza" disabled />
        <PasswordField label="Password" name="password" account={null} defaultValue="altamira" />
        <PasswordField
          label="Password, wrong"
          name="password-wrong"
          account={null}
          error="Password must be at least 6 characters long"
          touched
        />
        <SelectField label="State" name="state" options={states} />
        <SelectField label="State, fine" name="state-fine" options={states} touched />
        <SelectField label="State, wrong" name="state-wrong" options={states} error="Choose one" />
        <Field id="frame" label="The frame of every field" hint="Around any control" touched>
          <output id="frame">What was entered</output>
        </Field>
        <DateField label="Not before" name="day" hint="Leave it empty for any day" />
        <TextArea label="Note" name="note" hint="Up to 80 letters" />
        <TextArea label="Note, wrong" name="note-wrong" error="No more than 80 letters" />
        <div>
          <Checkbox label="By email" name="email-me" defaultChecked />
          <Checkbox label="By phone" name="call-me" hint="Between nine and five" />
          <Checkbox label="Wrong" name="wrong-choice" error="Please choose" />
          <Checkbox label="Disabled" name="no-choice" disabled />
        </div>
        <RadioGroup legend="Shipping" name="shipping" options={methods} defaultValue="ground" />
        <RadioGroup
          legend="Level, in a row, wrong"
          name="level"
          row
          error="Please choose a shipping method"
          options={levelOptions.map(([value, label]) => ({ value, label }))}
        />
      </div>
    </Chapter>
  )
}
