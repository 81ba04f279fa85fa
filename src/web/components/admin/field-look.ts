import type { ComponentProps } from 'react'

/** How a text field of a record's form looks. */
export type FieldLook<Name extends string> = {
  name: Name
  label: string
  hint?: string
  kind?: 'text' | 'area' | 'state'
  wide?: boolean
} & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'maxLength'>
