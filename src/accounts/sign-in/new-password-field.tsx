import type { ComponentProps } from 'react'
import { useId } from 'react'

import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'
import { PasswordField } from '#ui/password-field.tsx'

import script from './new-password-field.script.ts?script'
import type { PasswordPolicy } from './password-policy.rules.ts'
import { passwordStrengths } from './password-policy.rules.ts'
import { authCopy, policyLines } from './sign-in.copy.ts'

import styles from './new-password-field.module.css'

type Props = Partial<ComponentProps<typeof PasswordField>> & {
  policy: PasswordPolicy
  account: string | null
}

/** A new password: shows the rules, and an estimate of its strength while it is typed. */
export function NewPasswordField({ policy, ...field }: Props) {
  const id = useId()
  return (
    <div>
      <PasswordField
        label={authCopy.password}
        name="password"
        autoComplete="new-password"
        hint={`${policyLines(policy).join(', ')}. A long phrase of your own is best.`}
        {...field}
        id={id}
        data-min-length={policy.minLength}
      />
      <p className={classes(letters.note, styles.strength)} id={`${id}-strength`} role="status">
        <meter
          className={styles.meter}
          min={0}
          max={passwordStrengths.length - 1}
          aria-hidden="true"
          hidden
        />
        <span />
      </p>
      <script type="module" async src={script} />
    </div>
  )
}
