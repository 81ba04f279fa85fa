import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import { AuthForm } from '../sign-in/auth-form.tsx'
import { CurrentPassword } from '../sign-in/current-password.tsx'
import { authCopy as copy } from '../sign-in/sign-in.copy.ts'

type Props = {
  email: string
  emailVerified: boolean
  hasPassword: boolean
  error: string | null
  /** Why no confirmation was sent. */
  confirmError: string | null
  /** The page to come back to once the address is confirmed. */
  returnTo: string
  /** The error of the password that re-authenticates. */
  passwordError: string | null
  /** The new email as it was typed. */
  typed: string | undefined
}

/** The account's email: whether it is confirmed, and how to change it. */
export function EmailForm(props: Props) {
  const { email, emailVerified, returnTo, hasPassword, passwordError, typed } = props
  const { error, confirmError } = props
  return (
    <>
      {confirmError && <Notice tone="bad">{confirmError}</Notice>}
      <p className={classes(letters.sans, letters.anywhere)}>
        <strong>{email}</strong> {emailVerified ? copy.addressConfirmed : copy.addressNotConfirmed}
      </p>
      {!emailVerified && (
        <form method="post">
          <input type="hidden" name="to" value={returnTo} />
          <Button kind="secondary" name="intent" value="confirm-email">
            {copy.sendConfirmation}
          </Button>
        </form>
      )}
      <AuthForm place="security" className={stack(2.5, { width: 26 })}>
        {error && <Notice tone="bad">{error}</Notice>}
        <TextField
          label={copy.newEmail}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={typed}
          hint={copy.changeHint}
        />
        {hasPassword && <CurrentPassword account={email} error={passwordError} />}
        <Button name="intent" value="change-email">
          {copy.changeEmail}
        </Button>
      </AuthForm>
    </>
  )
}
