import type { ComponentProps } from 'react'
import { useId } from 'react'

import type { FieldProps } from './field.tsx'
import { Field, describedBy } from './field.tsx'

import styles from './field.module.css'

type Props = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

export function TextArea({ label, error, hint, touched, className, ...area }: Props) {
  const made = useId()
  const id = area.id ?? made
  return (
    <Field {...{ id, label, error, hint, touched, className }}>
      <textarea
        {...area}
        id={id}
        className={styles.control}
        {...describedBy(id, { error, hint })}
      />
    </Field>
  )
}
