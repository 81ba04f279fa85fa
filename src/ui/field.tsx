import type { ReactNode } from 'react'

import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { letters } from './layout.ts'

import styles from './field.module.css'

/** What every field has beside its control. */
export type FieldProps = {
  label: ReactNode
  /** The sentence for what is wrong; its presence marks the field. */
  error?: ReactNode
  /** The id of a message elsewhere on the page that says what is wrong. */
  saidAt?: string | undefined
  hint?: ReactNode
  /** The person has been here: right is shown as well as wrong. */
  touched?: boolean
}

/** A control that stands alone, such as in a table. */
export const control = styles.control

type Props = FieldProps & { id: string; className?: string; children: ReactNode }

/** Attributes that tie a control to its error and hint. */
export function describedBy(
  id: string,
  { error, saidAt, hint }: Pick<FieldProps, 'error' | 'saidAt' | 'hint'>,
) {
  const ids = [error && `${id}-error`, saidAt, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    'aria-invalid': error || saidAt ? true : undefined,
    'aria-describedby': ids || undefined,
  }
}

/** Label, control, mark and sentences of one field. */
export function Field({ id, label, error, hint, touched, className, children }: Props) {
  const verdict = error ? 'bad' : touched ? 'good' : null
  return (
    <div
      className={classes(
        styles.field,
        verdict && styles[verdict],
        verdict && styles.marked,
        className,
      )}
    >
      <label className={letters.small} htmlFor={id}>
        {label}
        {verdict === 'good' && <span className="visually-hidden"> (fine)</span>}
      </label>
      <span className={styles.frame}>
        {children}
        {verdict && (
          <Icon className={styles.mark} name={verdict === 'good' ? 'tick' : 'cross'} size={20} />
        )}
      </span>
      {hint && (
        <span className={letters.small} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={classes(letters.small, letters.bad)} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
