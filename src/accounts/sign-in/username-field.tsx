/**
 * Tells password managers which account a new password belongs to. They ignore fields of the type `hidden`.
 */
export const UsernameField = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
