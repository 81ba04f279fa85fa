import type { ComponentProps } from 'react'

/** How a text field of a record's form is shown. */
export type FieldProperties<Name extends string> = {
  name: Name
  label: string
  hint?: string
  kind?: 'text' | 'area' | 'state'
  wide?: boolean
} & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'maxLength' | 'autoComplete'>
