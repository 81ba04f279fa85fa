import type { ComponentProps } from 'react'
import { useId } from 'react'

import type { FieldProps } from './field.tsx'
import { Field, describedBy } from './field.tsx'

import styles from './field.module.css'

type Props = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

export function TextField({ label, error, saidAt, hint, touched, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  return (
    <Field {...{ id, label, error, hint, touched, className }}>
      <input
        type="text"
        {...input}
        id={id}
        className={styles.control}
        {...describedBy(id, { error, saidAt, hint })}
      />
    </Field>
  )
}
