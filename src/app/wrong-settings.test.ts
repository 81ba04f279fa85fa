import { expect, test } from 'vitest'

import type { EnvError } from './env.ts'
import { envSchema, readEnv } from './env.ts'

/** Production's settings as docs/going-live.md asks for them, each right. */
const right: Record<string, string> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://kohue.example',
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_URL: 'postgres://kohue_shop:u@127.0.0.1/kohue',
  AUTH_SECRET: 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u',
  DATA_SECRET: 'b7Yt0LqXw3ZrN8sVh2KmJ5cPd9GfAe4u',
  SMTP_URL: 'smtps://u:p@mail.example',
  MAIL_FROM: 'Kohue <shop@kohue.example>',
  MAIL_BUSINESS: 'cellar@kohue.example',
  CONTACT_PHONE: '+1 305 555 0142',
  CONTACT_EMAIL: 'hello@kohue.example',
  HIDDEN_VIEW_ANSWER: 'a word of our own',
  ADMIN_EMAIL: 'owner@kohue.example',
  STRIPE_SECRET_KEY: 'sk_live_51Nx',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nx',
  STRIPE_WEBHOOK_SECRET: 'whsec_7tQ1mZ4pVx8KcR2wLs6Ny0HbDg3JfTa5',
  STRIPE_PRICE_CASE: 'price_1Q',
  STRIPE_PRICE_BOTTLE: 'price_1R',
  STRIPE_TAX_RATE_CALIFORNIA: 'txr_1Q',
}
for (const name of Object.keys(envSchema.shape)) {
  if (name.startsWith('STRIPE_RATE_')) right[name] = 'shr_1Q'
}

const proxiesSentence =
  'TRUSTED_PROXIES is not a list of addresses such as 10.0.0.0/8, 192.0.2.7, or none'

/** What an operator gets wrong on the first day, and the one sentence that then ends the boot. */
const wrongOnes: [wrong: Record<string, string>, sentence: string][] = [
  [
    { TRUSTED_PROXIES: '' },
    'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none',
  ],
  [{ TRUSTED_PROXIES: 'proxy' }, proxiesSentence],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES trusts nearly everybody with 0.0.0.0/0'],
  [{ PUBLIC_URL: 'kohue.example' }, 'PUBLIC_URL is not an address such as https://kohue.example'],
  [{ PUBLIC_URL: 'http://kohue.example' }, 'PUBLIC_URL must begin with https:'],
  [
    { PUBLIC_URL: 'https://kohue.example/shop' },
    'PUBLIC_URL has more than a host: https://kohue.example is the shop’s address',
  ],
  [
    { DATABASE_URL: 'mysql://u:p@127.0.0.1/kohue' },
    'DATABASE_URL is not an address such as postgres://user:password@host/name',
  ],
  [
    { DATABASE_URL: 'postgres://u:p@127.0.0.1' },
    'DATABASE_URL names no database: it ends as postgres://user:password@host/name',
  ],
  [{ PORT: 'abc' }, 'PORT is not a whole number from 0 to 65535'],
  [{ DATABSE_POOL: '20' }, 'DATABSE_POOL is not a setting: DATABASE_POOL is'],
  [
    { SMTP_URL: 'mail.example:587' },
    'SMTP_URL is not an address such as smtps://user:password@host',
  ],
  [{ SMTP_URL: 'smtp://u:p@mail.example?tls=off' }, 'SMTP_URL must use TLS: leave out ?tls=off'],
  [
    {
      DKIM_DOMAIN: 'kohue.example',
      DKIM_SELECTOR: 'shop',
      DKIM_PRIVATE_KEY: 'MIIEvQIBADANBg',
    },
    'DKIM_PRIVATE_KEY is not a private key in PEM, with \\n for each line break',
  ],
  [
    { ADMIN_PASSWORD: 'password1234' },
    'ADMIN_PASSWORD needs 12 characters or more and must not be a common password',
  ],
  [
    { STRIPE_SECRET_KEY: 'pk_live_51Nx' },
    'STRIPE_SECRET_KEY is not a secret key, which begins with sk_live_ or rk_live_',
  ],
  [{ STRIPE_SECRET_KEY: 'sk_test_51Nx' }, 'STRIPE_SECRET_KEY is a test key'],
  [{ STRIPE_PRICE_CASE: 'prod_1Q' }, 'STRIPE_PRICE_CASE is not a price, which begins with price_'],
  [
    { STRIPE_WEBHOOK_SECRET: 'secret' },
    'STRIPE_WEBHOOK_SECRET is not the signing secret of an endpoint, which begins with whsec_',
  ],
  [{ UPS_CLIENT_ID: 'id' }, 'UPS_CLIENT_SECRET is missing'],
  [
    { DATA_SECRET: 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u' },
    'DATA_SECRET must be another than AUTH_SECRET, which is changed when it leaks',
  ],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET needs 32 characters or more'],
  [{ METRICS_TOKEN: 'metrics' }, 'METRICS_TOKEN needs 16 characters or more'],
  [{ ADMIN_EMAIL: '', ADMIN_PASSWORD: 'Vq7rT0vKx2LmN9' }, 'ADMIN_EMAIL is missing'],
  [
    { DATABASE_URL: 'postgres://u:a/b@127.0.0.1/kohue' },
    'DATABASE_URL can’t be read as postgres://user:password@host/name: in a password / is written %2F, # %23, ? %3F, % %25',
  ],
  [
    { DATABASE_URL: 'postgres://u:a%b@127.0.0.1/kohue' },
    'DATABASE_URL can’t be read as postgres://user:password@host/name: in a password / is written %2F, # %23, ? %3F, % %25',
  ],
  [
    { SMTP_URL: 'smtps://u:p#x@mail.example' },
    'SMTP_URL can’t be read as smtps://user:password@host: in a password / is written %2F, # %23, ? %3F, % %25',
  ],
  [
    { SMTP_URL: 'smtps://u:p@mail.example:587' },
    'SMTP_URL has the port of the other protocol: it is smtps://…:465 or smtp://…:587',
  ],
  [{ SMTP_URL: 'smtp://u:p@mail.example?tls=no' }, 'SMTP_URL takes ?tls=off and nothing else'],
  [
    { DATABASE_URL: 'postgres://u:p@db.example:543a/kohue' },
    'DATABASE_URL can’t be read as postgres://user:password@host/name: in a password / is written %2F, # %23, ? %3F, % %25',
  ],
  [
    { DATABASE_URL: 'postgres:kohue' },
    'DATABASE_URL is not an address such as postgres://user:password@host/name',
  ],
  [
    { DATABASE_URL: 'postgres://kohue_shop:…@127.0.0.1/kohue' },
    'DATABASE_URL has the … of an example: write there what it stands for',
  ],
  [
    { SMTP_URL: 'smtps://user:…@mail.example' },
    'SMTP_URL has the … of an example: write there what it stands for',
  ],
  [
    { ADMIN_PASSWORD: 'Kohue-2026-Kohue' },
    'ADMIN_PASSWORD needs 12 characters or more and must not be a common password',
  ],
  [{ BOTTLE_PRICE: '$150' }, 'BOTTLE_PRICE is not an amount in dollars such as 150'],
  [
    { DATABASE_URL: '', DB_URL: 'postgres://u:p@h/kohue' },
    'DATABASE_URL is missing: postgres://user:password@host/name; DB_URL is not a setting',
  ],
  [
    { AUTH_SECRET: '', COOKIE_SECRET: 'x' },
    'AUTH_SECRET is missing: openssl rand -base64 32 makes one; COOKIE_SECRET is not a setting',
  ],
  [
    { SMTP_URL: '', SMTP_HOSTNAME: 'm' },
    'SMTP_URL is missing: smtps://user:password@host; SMTP_HOSTNAME is not a setting',
  ],
  [
    { STRIPE_SECRET_KEY: '', STRIPE_KEY: 'sk_live_51Nx' },
    'STRIPE_SECRET_KEY is missing; STRIPE_KEY is not a setting',
  ],
  [
    { TRUSTED_PROXIES: '', TRUST_PROXY: '1' },
    'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none; TRUST_PROXY is not a setting',
  ],
  [
    { AUTH_SECRET: '"Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u"' },
    'AUTH_SECRET has quotes around it: leave them out',
  ],
  [
    { DATABASE_URL: "'postgres://kohue_shop:u@127.0.0.1/kohue'" },
    'DATABASE_URL has quotes around it: leave them out',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_…' },
    'STRIPE_SECRET_KEY has the … of an example: write there what it stands for',
  ],
  [
    { DATABASE_URL: 'postgres://kohue_shop:u@127.0.0.1/kohue/' },
    'DATABASE_URL names no database: it ends as postgres://user:password@host/name',
  ],
  [
    { DATABASE_URL: 'db.example/kohue' },
    'DATABASE_URL is not an address such as postgres://user:password@host/name',
  ],
  [{ SMTP_URL: '', SMTP_HSOT: 'mail.example' }, 'SMTP_URL is missing: smtps://user:password@host'],
  [
    { SMTP_URL: '  ', MAIL_HOST: 'mail.example' },
    'SMTP_URL is missing: smtps://user:password@host; MAIL_HOST is not a setting',
  ],
  [
    { DATABASE_URL: '', POSTGRES_URL: 'postgres://u:p@h/kohue' },
    'DATABASE_URL is missing: postgres://user:password@host/name; POSTGRES_URL is not a setting',
  ],
  [
    { ALLOWED_ORIGINS: 'https://kohue.example, m.kohue.example' },
    'ALLOWED_ORIGINS is not a list of addresses such as https://kohue.example',
  ],
  [{ TRUSTED_PROXIES: '127.0.0.1,' }, proxiesSentence],
  [{ PORT: '0x10' }, 'PORT is not a whole number from 0 to 65535'],
  [{ PORT: '3e3' }, 'PORT is not a whole number from 0 to 65535'],
  [
    { PUBLIC_URL: 'https://YOUR-HOST' },
    'PUBLIC_URL has the YOUR-HOST of an example: write there what it stands for',
  ],
  [
    { DATABASE_URL: 'postgres://u:p@db.example/kohue?sslmode=requird' },
    'DATABASE_URL takes ?sslmode=disable, prefer, require, verify-ca, verify-full, no-verify',
  ],
  [
    { STRIPE_PRICE_CASE: 'price_1Q price_1S' },
    'STRIPE_PRICE_CASE is not a price, which begins with price_',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_51Nx # of Ana' },
    'STRIPE_SECRET_KEY is not a secret key, which begins with sk_live_ or rk_live_',
  ],
  [{ SHOP_TIME_ZONE: 'PST' }, 'SHOP_TIME_ZONE is not a time zone such as America/Los_Angeles'],
  [
    { MAIL_BLOCK_LIST: '*@spam.example' },
    'MAIL_BLOCK_LIST is not a list of addresses and domains such as a@b.example, c.example',
  ],
  [{ MAIL_FROM: '' }, 'MAIL_FROM is missing: Kohue <shop@kohue.example>'],
  [
    { CONTACT_EMAIL: 'hello at kohue.example' },
    'CONTACT_EMAIL is not an email address such as shop@kohue.example',
  ],
  [{ STRIPE_PRICE_BOTTLE: 'price_1Q' }, 'STRIPE_PRICE_BOTTLE is the price of the case'],
]

test('the settings are right without one of these', () => {
  expect(readEnv(right).NODE_ENV).toBe('production')
})

test('Windows’ line ends and blanks are no part of a value', () => {
  const lines = Object.entries(right).map(([name, value]) => [name, ` ${value} \r`])
  expect(readEnv(Object.fromEntries(lines))).toEqual(readEnv(right))
})

test.each<Record<string, string>>([
  { SHOP_TIME_ZONE: 'UTC' },
  { DATABASE_URL: 'postgres://u:p@db.example/kohue?sslmode=verify-full' },
  { MAIL_BLOCK_LIST: 'ana@spam.example, mail.spam.example,' },
])('%j is right', (settings) => {
  expect(readEnv({ ...right, ...settings })).toMatchObject(settings)
})

test('the host may have names of its own that mean the same', () => {
  const hosts = { DB_URL: 'postgres://u:p@h/other', SMTP_HOST: 'mail.host.example', PGHOST: 'db' }
  expect(readEnv({ ...right, ...hosts }).DATABASE_URL).toBe(right['DATABASE_URL'])
})

test.each([' https://kohue.example/ ', 'https:/kohue.example', 'https://Kohue.Example:443'])(
  'the address %j is written as links begin with it',
  (url) => {
    expect(readEnv({ ...right, PUBLIC_URL: url }).PUBLIC_URL).toBe('https://kohue.example')
  },
)

test.each(wrongOnes)('%j is one sentence', (wrong, sentence) => {
  const said = () => {
    try {
      readEnv({ ...right, ...wrong })
    } catch (error) {
      return (error as EnvError).message
    }
    return null
  }
  expect(said()).toBe(`The shop can't start. Settings missing or wrong:\n  ${sentence}`)
})
