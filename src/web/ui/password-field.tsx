import type { ComponentProps } from 'react'
import { useId, useState } from 'react'

import { classes } from './classes.ts'
import type { FieldParts } from './field.tsx'
import { Field, describedBy } from './field.tsx'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type Props = FieldParts & Omit<ComponentProps<'input'>, keyof FieldParts | 'type'>

/** A password with a way to read what was typed. Without JavaScript it is a plain password field. */
export function PasswordField({ label, error, hint, touched, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...{ id, label, error, hint, touched }}
      className={classes(styles.withToggle, className)}
    >
      <input
        {...input}
        id={id}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={styles.control}
        {...describedBy(id, { error, hint })}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-closed' : 'eye'} size={22} />
      </button>
    </Field>
  )
}
