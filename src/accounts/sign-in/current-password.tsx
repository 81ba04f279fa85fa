import { authCopy } from './sign-in.copy.ts'
import { PasswordField } from '#ui/password-field.tsx'

/** Asks for the current password, for re-authentication. */
export const CurrentPassword = ({ error }: { error?: string | null }) => (
  <PasswordField
    label={authCopy.currentPassword}
    name="current"
    autoComplete="current-password"
    error={error && <span role="alert">{error}</span>}
  />
)
