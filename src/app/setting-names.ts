/** The setting that was probably meant by a name that is none. */
export function meantBy(name: string, settings: readonly string[]): string | undefined {
  if (name.length < 8 || settings.includes(name)) return undefined
  return settings.find((setting) => isNearly(name, setting))
}

/** Whether one becomes the other by one letter more, less, other, or by two that change places. */
function isNearly(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

/** Names by which other programs know what a setting of ours says. */
const knownElsewhere: Readonly<Record<string, readonly string[]>> = {
  PUBLIC_URL: ['BASE_URL', 'APP_URL', 'SITE_URL'],
  TRUSTED_PROXIES: ['TRUST_PROXY', 'TRUSTED_PROXY'],
  DATABASE_URL: ['DB_URL', 'DB_HOST', 'DATABASE_URI', 'POSTGRES_URL', 'PGHOST'],
  AUTH_SECRET: ['COOKIE_SECRET', 'SESSION_SECRET', 'JWT_SECRET', 'SECRET_KEY'],
  DATA_SECRET: ['ENCRYPTION_KEY'],
  STRIPE_SECRET_KEY: ['STRIPE_KEY', 'STRIPE_API_KEY'],
  STRIPE_PUBLISHABLE_KEY: ['STRIPE_PUBLIC_KEY'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_WEBHOOK_KEY', 'STRIPE_SIGNING_SECRET', 'STRIPE_ENDPOINT_SECRET'],
  SMTP_URL: ['SMTP_HOST', 'SMTP_HOSTNAME', 'SMTP_SERVER', 'MAIL_HOST', 'MAIL_URL', 'EMAIL_HOST'],
  MAIL_FROM: ['SMTP_FROM', 'EMAIL_FROM'],
}

/** What to write for a setting that is missing. */
const hints: Readonly<Record<string, string>> = {
  PUBLIC_URL: ': https://kohue.example',
  TRUSTED_PROXIES: ': the addresses of the proxy that ends TLS, or none',
  DATABASE_URL: ': postgres://user:password@host/name',
  AUTH_SECRET: ': openssl rand -base64 32 makes one',
  DATA_SECRET: ': openssl rand -base64 32 makes one',
  SMTP_URL: ': smtps://user:password@host',
  MAIL_FROM: ': Kohue <shop@kohue.example>',
}

/**
 * That a required setting is missing, and which of the environment's names was probably meant for it. The
 * host may have such a name for itself: where ours is given nothing is said.
 */
export function missing(name: string, environment: Record<string, string | undefined>): string {
  const meant = knownElsewhere[name]?.find((other) => environment[other])
  return `${name} is missing${hints[name] ?? ''}${meant ? `; ${meant} is not a setting` : ''}`
}
