/** What the button beside a password is called. */
export const passwordToggle = { show: 'Show password', hide: 'Hide password' } as const
