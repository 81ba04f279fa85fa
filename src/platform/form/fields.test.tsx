import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Checkbox } from '#ui/checkbox.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

const said = { name: 'field', hint: 'The hint', error: 'The error' }

/** What a screen reader reads of the control besides its label. */
function descriptionOf(field: ReactNode): (string | undefined)[] {
  const html = renderToStaticMarkup(field)
  const ids = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
  return ids.map((id) => html.split(`id="${id}"`)[1]?.match(/>([^<]*)</)?.[1])
}

test.each([
  ['text field', <TextField key="field" label="Field" {...said} />],
  ['text area', <TextArea key="field" label="Field" {...said} />],
  ['select', <SelectField key="field" label="Field" options={[]} {...said} />],
  ['checkbox', <Checkbox key="field" label="Field" {...said} />],
  ['radio group', <RadioGroup key="field" legend="Field" options={[]} {...said} />],
])('the error of a %s is read with it, before its hint', (_kind, field) => {
  expect(descriptionOf(field)).toEqual(['The error', 'The hint'])
})
