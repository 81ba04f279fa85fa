import type { Secrets } from './data-dir.ts'

export type DemoParts = {
  port: number
  standInsPort: number
  dir: string
  secrets: Secrets
  databaseUrl: string | undefined
}

type Environment = Record<string, string | undefined>

/** In production nothing is filled in: what is missing stops the boot. */
export const isDemo = (env: Environment): boolean => env['NODE_ENV'] !== 'production'

/** Settings of the house's own parts, each unless the environment names its own. */
export function demoEnv(parts: DemoParts, given: Environment): Record<string, string> {
  const standIns = `http://127.0.0.1:${parts.standInsPort}`
  const defaults: Record<string, string> = {
    PORT: String(parts.port),
    PUBLIC_URL: `http://localhost:${parts.port}`,
    AUTH_SECRET: parts.secrets.authSecret,
    SEED_DEMO: 'true',
    ADMIN_EMAIL: 'staff@kohue.example',
    ADMIN_PASSWORD: parts.secrets.adminPassword,
    SMTP_URL: `smtp://127.0.0.1:${parts.standInsPort + 1}?tls=off`,
    LOG_LEVEL: 'warn',
    ...(parts.databaseUrl && { DATABASE_URL: parts.databaseUrl }),
    ...(!given['GOOGLE_CLIENT_ID'] && {
      GOOGLE_CLIENT_ID: 'kohue.apps.stand-in',
      GOOGLE_CLIENT_SECRET: 'google-stand-in-secret',
      GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${parts.standInsPort + 2}/.well-known/openid-configuration`,
    }),
    ...(!given['STRIPE_SECRET_KEY'] && {
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: parts.secrets.webhookSecret,
      STRIPE_API_BASE: standIns,
      STRIPE_JS_URL: `${standIns}/v3/`,
    }),
  }
  const missing = Object.entries(defaults).filter(([name]) => !given[name])
  return Object.fromEntries(missing)
}
