import type { ComponentProps } from 'react'
import { useId } from 'react'

import { classes } from './classes.ts'
import type { FieldProps } from './field.tsx'
import { Field, describedBy } from './field.tsx'

import styles from './field.module.css'

type Props = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps> & {
    options: readonly { value: string; label: string }[]
  }

export function SelectField(props: Props) {
  const { label, error, hint, touched, className, options, ...select } = props
  const made = useId()
  const id = select.id ?? made
  return (
    <Field {...{ id, label, error, hint, touched }} className={classes(styles.select, className)}>
      <select {...select} id={id} className={styles.control} {...describedBy(id, { error, hint })}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
