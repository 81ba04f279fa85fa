import { rateSettings } from '#catalogue/prices/rate-settings.ts'
import { soldWines } from '#catalogue/wines/sold-wines.rules.ts'

import { CannotStart } from './cannot-start.mjs'
import type { Secrets } from './data-dir.ts'

type Environment = Record<string, string | undefined>

/** In production no setting is filled in: a missing one stops the boot. */
export const isDemo = (env: Environment): boolean => env['NODE_ENV'] !== 'production'

/** The fake servers, each started unless the environment names the real service. */
export type FakeName = 'payments' | 'mail' | 'google'

export const fakesNeeded = (given: Environment): Set<FakeName> =>
  new Set([
    ...(given['STRIPE_SECRET_KEY'] ? [] : (['payments'] as const)),
    ...(given['SMTP_URL'] || (given['MAIL_SERVICE'] ?? 'smtp') !== 'smtp'
      ? []
      : (['mail'] as const)),
    ...(given['GOOGLE_CLIENT_ID'] ? [] : (['google'] as const)),
  ])

/** Settings of one account, of which all or none are set. */
const accounts = [
  {
    keys: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    fake: 'payment server',
  },
  { keys: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], fake: 'Google' },
]

/** Ids of objects of a Stripe account; `npm run stripe:setup` prints them. */
const stripeIds = [
  ...Object.values(soldWines).map(({ priceSetting }) => priceSetting),
  'STRIPE_TAX_RATE_CALIFORNIA',
  ...rateSettings,
]

/** Throws CannotStart when a setting is given without the others of its account. */
export function checkAccounts(given: Environment): void {
  for (const { keys, fake } of accounts) {
    const present = keys.filter((name) => given[name])
    if (present.length === 0 || present.length === keys.length) continue
    const missing = keys.filter((name) => !given[name])
    throw new CannotStart(
      `${list(missing)} ${missing.length > 1 ? 'are' : 'is'} missing beside ${list(present)}: set all ${keys.length} of them, or none for the fake ${fake}.`,
    )
  }
  if (given['GOOGLE_DISCOVERY_URL'] && !given['GOOGLE_CLIENT_ID']) {
    throw new CannotStart('GOOGLE_DISCOVERY_URL needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.')
  }
  const hasAccount = Boolean(given['STRIPE_SECRET_KEY'])
  const own = [...stripeIds, 'STRIPE_API_BASE'].filter((name) => given[name])
  if (!hasAccount && own.length > 0) {
    throw new CannotStart(
      `${list(own)} ${own.length > 1 ? 'belong' : 'belongs'} to an account at Stripe: set STRIPE_SECRET_KEY too.`,
    )
  }
  const missing = stripeIds.filter((name) => !given[name])
  if (hasAccount && missing.length > 0) {
    throw new CannotStart(
      `STRIPE_SECRET_KEY is set, but not ${list(missing)}: npm run stripe:setup prints ${missing.length > 1 ? 'them' : 'it'}.`,
    )
  }
}

const list = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

export type DemoSettings = {
  port: number
  fakesPort: number
  secrets: Secrets
  databaseUrl?: string
}

/** Settings of the demo's own database and fake servers, each unless the environment has its own. */
export function demoEnv(
  { port, fakesPort, secrets, databaseUrl }: DemoSettings,
  given: Environment,
): Record<string, string> {
  const fakes = fakesNeeded(given)
  const fakesUrl = `http://127.0.0.1:${fakesPort}`
  const defaults: Record<string, string> = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: secrets.authSecret,
    DATA_SECRET: secrets.dataSecret,
    SEED_DEMO: 'true',
    ADMIN_EMAIL: 'staff@kohue.example',
    ADMIN_PASSWORD: secrets.adminPassword,
    LOG_LEVEL: 'warn',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    // Campaigns need a postal address; this one is made up, so it is set only with the fake mail server.
    ...(fakes.has('mail') && {
      SMTP_URL: `smtp://127.0.0.1:${fakesPort + 1}?tls=off`,
      POSTAL_ADDRESS: '1 Vine Street, Miami, FL 33137',
    }),
    ...(fakes.has('google') && {
      GOOGLE_CLIENT_ID: 'kohue.apps.fake',
      GOOGLE_CLIENT_SECRET: 'google-fake-secret',
      GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${fakesPort + 2}/.well-known/openid-configuration`,
    }),
    // The fake carrier runs with any of the fake servers.
    ...(fakes.size > 0 &&
      !given['UPS_CLIENT_ID'] && {
        UPS_CLIENT_ID: 'ups-fake',
        UPS_CLIENT_SECRET: 'ups-fake-secret',
        UPS_API_BASE: fakesUrl,
        CARRIER_POLL_MINUTES: '1',
      }),
    ...(fakes.has('payments') && {
      STRIPE_SECRET_KEY: 'sk_test_fake',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
      STRIPE_API_BASE: fakesUrl,
      STRIPE_JS_URL: `${fakesUrl}/v3/`,
    }),
  }
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given[name]))
}
