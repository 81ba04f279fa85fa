import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { AuthForm } from './auth-form.tsx'
import { CurrentPassword } from './current-password.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import type { PasswordPolicy } from './password-policy.rules.ts'
import { authCopy as copy } from './sign-in.copy.ts'

type Props = {
  policy: PasswordPolicy
  email: string
  hasPassword: boolean
  error: string | null
  /** The error of the current password. */
  passwordError: string | null
}

/** Changes the password, or sets the first one of an account that uses Google. */
export function PasswordForm({ policy, email, hasPassword, error, passwordError }: Props) {
  return (
    <AuthForm place="security" className={stack(2.5, { width: 26 })}>
      {error && <Notice tone="bad">{error}</Notice>}
      {!hasPassword && <p>{copy.noPassword}</p>}
      {hasPassword && <CurrentPassword account={email} error={passwordError} />}
      <NewPasswordField
        label={copy.newPassword}
        policy={policy}
        account={hasPassword ? null : email}
      />
      <Button name="intent" value="change-password">
        {copy.savePassword}
      </Button>
    </AuthForm>
  )
}
