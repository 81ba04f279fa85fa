import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

import { classes } from './classes.ts'
import { describedBy } from './field.tsx'
import { letters } from './layout.ts'

import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, hint, error, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  return (
    <div className={classes(styles.choice, className)}>
      <input {...input} id={id} type="checkbox" {...describedBy(id, { error, hint })} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className={classes(letters.small, styles.detail)}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={classes(letters.small, letters.bad, styles.detail)}>
          {error}
        </span>
      )}
    </div>
  )
}
