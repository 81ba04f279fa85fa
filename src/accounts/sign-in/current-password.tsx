import { PasswordField } from '#ui/password-field.tsx'

import { authCopy } from './sign-in.copy.ts'

type Props = { account: string; error?: string | null }

/** Asks for the current password, for re-authentication. */
export const CurrentPassword = ({ account, error }: Props) => (
  <PasswordField
    label={authCopy.currentPassword}
    name="current"
    autoComplete="current-password"
    account={account}
    error={error && <span role="alert">{error}</span>}
  />
)
