import type { ComponentProps } from 'react'
import { useId } from 'react'

import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import type { FieldProps } from './field.tsx'
import { Field, describedBy } from './field.tsx'
import { Icon } from './icon.tsx'
import script from './password-field.script.ts?script'
import { passwordToggle } from './password-toggle.ts'

import styles from './field.module.css'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    /** Whose password it is, for password managers; null where the same form has it already. */
    account: string | null
  }

/**
 * A password with a way to read what was typed, by a script of its own. Without JavaScript it is a
 * plain password field.
 */
export function PasswordField({
  label,
  error,
  saidAt,
  hint,
  touched,
  className,
  account,
  ...input
}: Props) {
  const made = useId()
  const id = input.id ?? made
  return (
    <Field
      {...{ id, label, error, hint, touched }}
      className={classes(styles.withToggle, className)}
    >
      {/* Password managers ignore fields of the type `hidden`. */}
      {account !== null && (
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={account}
          readOnly
          hidden
        />
      )}
      <input
        {...input}
        id={id}
        type="password"
        autoCapitalize="none"
        spellCheck={false}
        className={styles.control}
        {...describedBy(id, { error, saidAt, hint })}
      />
      <IconButton
        className={styles.toggle}
        aria-label={passwordToggle.show}
        aria-controls={id}
        data-shows-password
      >
        <Icon name="eye" size={22} />
        <Icon name="eye-closed" size={22} />
      </IconButton>
      <script type="module" async src={script} />
    </Field>
  )
}
