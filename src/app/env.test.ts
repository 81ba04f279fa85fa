import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { client as fakeGoogle } from '#fakes/google/server.ts'

import { EnvError, envSchema, readEnv } from './env.ts'

const requiredSettings = {
  PUBLIC_URL: 'https://kohue.example',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/kohue',
  AUTH_SECRET: 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u',
  DATA_SECRET: 'b7Yt0LqXw3ZrN8sVh2KmJ5cPd9GfAe4u',
  SMTP_URL: 'smtps://u:p@mail.example',
  STRIPE_SECRET_KEY: 'sk_live_51Nx',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nx',
  STRIPE_WEBHOOK_SECRET: 'whsec_7tQ1mZ4pVx8KcR2wLs6Ny0HbDg3JfTa5',
  STRIPE_PRICE_CASE: 'price_1Q',
  STRIPE_PRICE_BOTTLE: 'price_1R',
  STRIPE_TAX_RATE_CALIFORNIA: 'txr_1Q',
  ...Object.fromEntries(
    Object.keys(envSchema.shape)
      .filter((name) => name.startsWith('STRIPE_RATE_'))
      .map((name) => [name, 'shr_1Q']),
  ),
}

const productionSettings = {
  ADMIN_EMAIL: 'owner@kohue.example',
  MAIL_FROM: 'Kohue <a@kohue.example>',
  MAIL_BUSINESS: 'b@kohue.example',
  CONTACT_PHONE: '+1 305 555 0142',
  CONTACT_EMAIL: 'c@kohue.example',
  HIDDEN_VIEW_ANSWER: 'a word of our own',
  TRUSTED_PROXIES: '10.0.0.0/8',
}

const errorsOf = (source: Record<string, string | undefined>): string[] => {
  try {
    readEnv(source)
    return []
  } catch (error) {
    return (error as EnvError).errors
  }
}

describe('the environment', () => {
  test('has defaults for what a demo need not name, also when it is written empty', () => {
    expect(readEnv({ ...requiredSettings, PORT: '', BOTTLE_PRICE: '' })).toEqual({
      ...requiredSettings,
      NODE_ENV: 'development',
      REHEARSAL: false,
      HOST: '0.0.0.0',
      PORT: 3000,
      SHARE_PORT: false,
      COUNT_QUERIES: false,
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: 0,
      // By the cores of the machine.
      WAITING_CAPACITY: expect.any(Number),
      DATABASE_POOL: 10,
      SEED_DEMO: false,
      PASSWORD_MIN_LENGTH: 6,
      PASSWORD_MAX_LENGTH: 256,
      PASSWORD_LOWERCASE: false,
      PASSWORD_UPPERCASE: false,
      PASSWORD_NUMERIC: false,
      PASSWORD_OTHER: false,
      PASSWORD_REFUSE_COMMON: false,
      GOOGLE_DISCOVERY_URL: 'https://accounts.google.com/.well-known/openid-configuration',
      CAPTCHA_FOR: ['sign-in', 'registration', 'recovery'],
      CAPTCHA_VERIFY_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      CAPTCHA_SCRIPT_URL: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
      STRIPE_JS_URL: 'https://js.stripe.com/dahlia/stripe.js',
      STRIPE_SEND_EVIDENCE: false,
      CALIFORNIA_TAX_PERCENT: 7.25,
      BOTTLE_PRICE: '150',
      CARRIER_POLL_MINUTES: 120,
      RECORD_RETENTION_YEARS: 7,
      MAIL_SERVICE: 'smtp',
      MAIL_FROM: 'Kohue <shop@kohue.example>',
      MAIL_BUSINESS: 'cellar@kohue.example',
      MAILS_PER_MINUTE: 600,
      MAILS_PER_ADDRESS: 20,
      MAIL_BLOCK_HEADLESS: false,
      CONTACT_PHONE: '+1 (305) 555-0142',
      CONTACT_EMAIL: 'hello@kohue.example',
      LEGAL_APPROVED: false,
      RESPONSIBILITY_URL: 'https://www.responsibility.org/',
      SHOP_TIME_ZONE: 'America/Los_Angeles',
      PAGE_TITLE: 'Kohue',
      REDIRECT_FLAG: false,
      HIDDEN_VIEW_ANSWER: 'tupungato',
    })
  })

  test.each([
    ['PORT', 0, 65_535],
    ['SHUTDOWN_DELAY', 0, 60],
    ['WAITING_CAPACITY', 0, 100_000],
    ['DATABASE_POOL', 4, 1_000],
    ['PASSWORD_MIN_LENGTH', 6, 64],
    ['PASSWORD_MAX_LENGTH', 64, 256],
    ['CARRIER_POLL_MINUTES', 1, 1_440],
    ['RECORD_RETENTION_YEARS', 3, 10],
  ])('takes %s from %d to %d', (name, least, most) => {
    const given = (value: number) => errorsOf({ ...requiredSettings, [name]: String(value) })
    expect([...given(least), ...given(most)]).toEqual([])
    const refused = `${name} is not a whole number from ${least} to ${most}`
    expect([...given(least - 1), ...given(most + 1)]).toEqual([refused, refused])
  })

  test('takes a tax of nothing, or from 1 to 20 percent', () => {
    const given = (percent: string) =>
      errorsOf({ ...requiredSettings, CALIFORNIA_TAX_PERCENT: percent })
    expect(['0', '1', '20'].flatMap(given)).toEqual([])
    expect(['0.99', '20.01'].flatMap(given)).toEqual([
      'CALIFORNIA_TAX_PERCENT is less than 1 percent: write 7.25',
      'CALIFORNIA_TAX_PERCENT is more than 20 percent',
    ])
  })

  test('lists everything that is missing at once, and no value', () => {
    const errors = errorsOf({ AUTH_SECRET: 'short' })
    expect(errors).toContain('DATABASE_URL is missing: postgres://user:password@host/name')
    expect(errors).toContain('STRIPE_SECRET_KEY is missing')
    expect(errors.join()).toContain('AUTH_SECRET needs 32 characters')
    expect(errors.join()).not.toContain('short')
  })

  test('with the redirect flag wants a brand address that is not the shop', () => {
    expect(errorsOf({ ...requiredSettings, REDIRECT_FLAG: 'true' })).toEqual([
      'BRAND_URL is missing',
    ])
    const flagged = {
      ...requiredSettings,
      REDIRECT_FLAG: 'true',
      BRAND_URL: `${requiredSettings.PUBLIC_URL}/brand`,
    }
    expect(errorsOf(flagged)).toEqual(['BRAND_URL is the shop itself'])
    expect(errorsOf({ ...flagged, BRAND_URL: 'https://brand.example' })).toEqual([])
  })

  test('takes the two settings of the captcha, and of Google, together or not at all', () => {
    expect(errorsOf({ ...requiredSettings, CAPTCHA_SITE_KEY: 'key' })).toEqual([
      'CAPTCHA_SECRET is missing',
    ])
    expect(errorsOf({ ...requiredSettings, CAPTCHA_SECRET: 'key' })).toEqual([
      'CAPTCHA_SITE_KEY is missing',
    ])
    expect(errorsOf({ ...requiredSettings, GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'GOOGLE_CLIENT_SECRET is missing',
    ])
    expect(errorsOf({ ...requiredSettings, CAPTCHA_FOR: 'checkout' })).toEqual([
      'CAPTCHA_SITE_KEY is missing',
    ])
    const captcha = { ...requiredSettings, CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' }
    expect(readEnv(captcha).CAPTCHA_FOR).toEqual(['sign-in', 'registration', 'recovery'])
    const releaseDay = { ...captcha, CAPTCHA_FOR: 'registration, checkout' }
    expect(readEnv(releaseDay).CAPTCHA_FOR).toEqual(['registration', 'checkout'])
    expect(errorsOf({ ...captcha, CAPTCHA_FOR: 'everywhere' })).toEqual([
      'CAPTCHA_FOR takes sign-in, registration, recovery, checkout',
    ])
  })
})

/** What an operator mistypes, also in a demo, with what the shop says then. */
test.each([
  ['PORT', 'abc', 'PORT is not a whole number from 0 to 65535'],
  ['PORT', '3000.5', 'PORT is not a whole number from 0 to 65535'],
  ['DATABASE_POOL', '3', 'DATABASE_POOL is not a whole number from 4 to 1000'],
  ['NODE_ENV', 'prod', 'NODE_ENV is none of development, production, test'],
  ['SEED_DEMO', 'yes', 'SEED_DEMO is neither true nor false'],
  ['PUBLIC_URL', 'shop.example', 'PUBLIC_URL is not an address such as https://kohue.example'],
  [
    'PUBLIC_URL',
    'https://kohue.example/shop',
    'PUBLIC_URL has more than a host: https://kohue.example is the shop’s address',
  ],
  [
    'DATABASE_URL',
    'mysql://u:p@host/kohue',
    'DATABASE_URL is not an address such as postgres://user:password@host/name',
  ],
  [
    'DATABASE_POOLER_URL',
    'https://pooler.example',
    'DATABASE_POOLER_URL is not an address such as postgres://user:password@host/name',
  ],
  ['SMTP_URL', 'mail.example:587', 'SMTP_URL is not an address such as smtps://user:password@host'],
  [
    'TRUSTED_PROXIES',
    'proxy',
    'TRUSTED_PROXIES is not a list of addresses such as 10.0.0.0/8, 192.0.2.7, or none',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    'TRUSTED_PROXIES is not a list of addresses such as 10.0.0.0/8, 192.0.2.7, or none',
  ],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'TRUSTED_PROXIES trusts nearly everybody with 0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.1, ::/0', 'TRUSTED_PROXIES trusts nearly everybody with ::/0'],
  ['MAIL_BUSINESS', 'cellar', 'MAIL_BUSINESS is not an email address such as shop@kohue.example'],
  ['CALIFORNIA_TAX_PERCENT', '7,25', 'CALIFORNIA_TAX_PERCENT is not a percentage such as 7.25'],
  ['CALIFORNIA_TAX_PERCENT', '1e1', 'CALIFORNIA_TAX_PERCENT is not a percentage such as 7.25'],
  ['CALIFORNIA_TAX_PERCENT', '0.0725', 'CALIFORNIA_TAX_PERCENT is less than 1 percent: write 7.25'],
  ['BOTTLE_PRICE', '0', 'BOTTLE_PRICE is not an amount in dollars such as 150'],
  ['BOTTLE_PRICE', '$150', 'BOTTLE_PRICE is not an amount in dollars such as 150'],
  ['HOST', 'localhost:3000', 'HOST is not an address such as 127.0.0.1 or 0.0.0.0'],
  ['HOST', 'https://kohue.example', 'HOST is not an address such as 127.0.0.1 or 0.0.0.0'],
  [
    'DATABASE_URL',
    'postgres://u:p@host',
    'DATABASE_URL names no database: it ends as postgres://user:password@host/name',
  ],
  ['SMTP_URL', 'smtp://', 'SMTP_URL names no host: smtps://user:password@host'],
  [
    'SMTP_URL',
    'smtps://u:100%@mail.example',
    'SMTP_URL has a % that stands for itself: write it as %25',
  ],
  ['SHOP_TIME_ZONE', 'PST8', 'SHOP_TIME_ZONE is not a time zone such as America/Los_Angeles'],
  ['SHUTDOWN_DELAY', '5s', 'SHUTDOWN_DELAY is not a whole number from 0 to 60'],
  ['GOOGLE_CLIENT_SECRET', 'x', 'GOOGLE_CLIENT_ID is missing'],
  ['MAIL_SERVICE', 'sendgrid', 'MAIL_SERVICE is none of smtp, emailjs'],
  ['UPS_CLIENT_ID', 'id', 'UPS_CLIENT_SECRET is missing'],
  ['DATABSE_POOL', '20', 'DATABSE_POOL is not a setting: DATABASE_POOL is'],
  ['MAIL_FORM', 'Kohue <a@kohue.example>', 'MAIL_FORM is not a setting: MAIL_FROM is'],
  [
    'STRIPE_SEND_EVIDENCES',
    'true',
    'STRIPE_SEND_EVIDENCES is not a setting: STRIPE_SEND_EVIDENCE is',
  ],
])('%s=%s is refused in one sentence', (name, value, line) => {
  expect(errorsOf({ ...requiredSettings, [name]: value })).toEqual([line])
})

test('settings of other programs are nobody’s business', () => {
  const others = { FOO_URL: 'redis://x', REDIS_URL: 'redis://y', HOSTNAME: 'web-1', FOO_BASE: 'x' }
  expect(
    errorsOf({ ...requiredSettings, ...productionSettings, NODE_ENV: 'production', ...others }),
  ).toEqual([])
})

test('proxies are named by address, by range, or as none', () => {
  for (const list of ['none', '192.0.2.7', '10.0.0.0/8, 172.16.0.0/12', 'fc00::/7', 'loopback']) {
    expect(errorsOf({ ...requiredSettings, TRUSTED_PROXIES: list })).toEqual([])
  }
})

test('a key that signs emails is one', () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const dkim = { DKIM_DOMAIN: 'kohue.example', DKIM_SELECTOR: 'shop' }
  const signed = { ...requiredSettings, ...dkim, DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') }
  expect(readEnv(signed).DKIM_PRIVATE_KEY).toBe(pem)
  expect(errorsOf({ ...signed, DKIM_PRIVATE_KEY: 'MIIEvQIBADANBg' })).toEqual([
    'DKIM_PRIVATE_KEY is not a private key in PEM, with \\n for each line break',
  ])
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(errorsOf({ ...signed, DKIM_PRIVATE_KEY: String(other) })).toEqual([
    'DKIM_PRIVATE_KEY is not an RSA key: openssl genrsa 2048 makes one',
  ])
})

describe('in production', () => {
  const production = { ...requiredSettings, ...productionSettings, NODE_ENV: 'production' }

  test('what has a demo’s default has to be given', () => {
    expect(errorsOf({ ...requiredSettings, NODE_ENV: 'production' })).toEqual([
      'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none',
      'MAIL_FROM is missing: Kohue <shop@kohue.example>',
      'MAIL_BUSINESS is missing',
      'CONTACT_PHONE is missing',
      'CONTACT_EMAIL is missing',
      'HIDDEN_VIEW_ANSWER is missing',
    ])
    expect(errorsOf(production)).toEqual([])
    expect(errorsOf({ ...production, TRUSTED_PROXIES: 'none' })).toEqual([])
  })

  const guessable = 'AUTH_SECRET can be guessed: use 32 random bytes'
  const adminPassword =
    'ADMIN_PASSWORD needs 12 characters or more and must not be a common password'

  test.each([
    ['SEED_DEMO', 'true', 'SEED_DEMO makes demo accounts with a known password'],
    ['DEVELOPER_TOOLS', '1', 'DEVELOPER_TOOLS must be off'],
    ['ADMIN_PASSWORD', 'elevenchars', adminPassword],
    ['ADMIN_PASSWORD', 'Administrator', adminPassword],
    ['ADMIN_PASSWORD', 'password1234', adminPassword],
    ['ADMIN_PASSWORD', '2026-Tupungato!', adminPassword],
    ['ADMIN_PASSWORD', 'xyzxyzxyzxyzxyz', adminPassword],
    ['AUTH_SECRET', 'x'.repeat(40), guessable],
    ['AUTH_SECRET', 'kohuekohuekohuekohuekohuekohuekohue', guessable],
    ['AUTH_SECRET', 'passwordpasswordpasswordpassword1'.slice(0, 32), guessable],
    ['AUTH_SECRET', '01'.repeat(20), guessable],
    ['AUTH_SECRET', 'Zq7rT0vKx2Lm'.repeat(3), guessable],
    ['DATA_SECRET', 'x'.repeat(40), 'DATA_SECRET can be guessed: use 32 random bytes'],
    [
      'DATA_SECRET',
      'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u',
      'DATA_SECRET must be another than AUTH_SECRET, which is changed when it leaks',
    ],
    ['HIDDEN_VIEW_ANSWER', 'Tupungato ', 'HIDDEN_VIEW_ANSWER is the default answer'],
    ['STRIPE_SECRET_KEY', 'sk_test_51Nx', 'STRIPE_SECRET_KEY is a test key'],
    ['STRIPE_SECRET_KEY', 'rk_test_51Nx', 'STRIPE_SECRET_KEY is a test key'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_standin', 'STRIPE_PUBLISHABLE_KEY is a test key'],
    [
      'STRIPE_SECRET_KEY',
      'pk_live_51Nx',
      'STRIPE_SECRET_KEY is not a secret key, which begins with sk_live_ or rk_live_',
    ],
    [
      'STRIPE_PUBLISHABLE_KEY',
      'sk_live_51Nx',
      'STRIPE_PUBLISHABLE_KEY is not a publishable key, which begins with pk_live_',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      'x',
      'STRIPE_WEBHOOK_SECRET is not the signing secret of an endpoint, which begins with whsec_',
    ],
    ['STRIPE_PRICE_CASE', 'prod_1Q', 'STRIPE_PRICE_CASE is not a price, which begins with price_'],
    [
      'STRIPE_RATE_LOCAL',
      'price_1Q',
      'STRIPE_RATE_LOCAL is not a shipping rate, which begins with shr_',
    ],
    ['BOUNCE_SECRET', 'a'.repeat(32), 'BOUNCE_SECRET can be guessed: use 32 random bytes'],
    ['METRICS_TOKEN', 'a'.repeat(16), 'METRICS_TOKEN can be guessed: use 32 random bytes'],
    [
      'PAYMENT_LINK_OFFERING',
      'https://buy.stripe.com/test_8wM',
      'PAYMENT_LINK_OFFERING is a link of test mode',
    ],
    [
      'STRIPE_API_BASE',
      'https://stripe.example',
      'STRIPE_API_BASE is for a fake payment server only',
    ],
    ['UPS_API_BASE', 'https://ups.example', 'UPS_API_BASE is for a fake carrier only'],
    ['PUBLIC_URL', 'http://kohue.example', 'PUBLIC_URL must begin with https:'],
    ['STRIPE_JS_URL', 'HTTP://js.example/v3', 'STRIPE_JS_URL must begin with https:'],
    [
      'PAYMENT_LINK_OFFERING',
      'Http://pay.example/a',
      'PAYMENT_LINK_OFFERING must begin with https:',
    ],
    ['PAYMENT_LINK_OFFER1', 'hTTp://pay.example/a', 'PAYMENT_LINK_OFFER1 must begin with https:'],
    ['BRAND_URL', 'http://brand.example', 'BRAND_URL must begin with https:'],
    ['RESPONSIBILITY_URL', 'javascript:alert(1)', 'RESPONSIBILITY_URL must begin with https:'],
    [
      'ALLOWED_ORIGINS',
      'https://a.example,http://b.example',
      'ALLOWED_ORIGINS must be addresses that begin with https: and have no path',
    ],
    [
      'ALLOWED_ORIGINS',
      'https://a.example/shop',
      'ALLOWED_ORIGINS must be addresses that begin with https: and have no path',
    ],
    ['AUTH_SECRET', 'abcdefghijklmnopqrstuvwxyz012345', guessable],
    ['AUTH_SECRET', 'correct horse battery staple 1234', guessable],
    ['ADMIN_PASSWORD', '123456789012', adminPassword],
    ['ADMIN_PASSWORD', 'kohuewinery1', adminPassword],
    ['ADMIN_PASSWORD', 'qwertyuiopas', adminPassword],
    ['METRICS_TOKEN', 'prometheus-token', 'METRICS_TOKEN can be guessed: use 32 random bytes'],
    [
      'BOUNCE_SECRET',
      'b7Yt0LqXw3ZrN8sVh2KmJ5cPd9GfAe4u',
      'BOUNCE_SECRET must be another than DATA_SECRET',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      'whsec_secret',
      'STRIPE_WEBHOOK_SECRET can be guessed: the provider makes it',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      'whsec_',
      'STRIPE_WEBHOOK_SECRET is not the signing secret of an endpoint, which begins with whsec_',
    ],
    ['STRIPE_PRICE_CASE', 'price_', 'STRIPE_PRICE_CASE is not a price, which begins with price_'],
    ['HIDDEN_VIEW_ANSWER', ' ', 'HIDDEN_VIEW_ANSWER is missing'],
    ['SMTP_URL', 'smtp://u:p@mail.example?tls=off', 'SMTP_URL must use TLS: leave out ?tls=off'],
  ])('%s=%s is refused', (name, value, line) => {
    expect(errorsOf({ ...production, [name]: value })).toEqual([line])
  })

  test.each([
    ['CAPTCHA', 'CAPTCHA_SCRIPT_URL', 'HTTP://captcha.example/api.js'],
    ['CAPTCHA', 'CAPTCHA_VERIFY_URL', 'http://captcha.example/verify'],
    ['GOOGLE', 'GOOGLE_DISCOVERY_URL', 'hTtp://127.0.0.1:3003/.well-known/openid-configuration'],
  ])('%s: a provider without HTTPS is refused (%s)', (_what, name, value) => {
    expect(errorsOf({ ...production, [name]: value })).toEqual([`${name} must begin with https:`])
  })

  test('a captcha’s secret is no site key, and a domain that signs is a domain', () => {
    const captcha = { CAPTCHA_SITE_KEY: '0x4AAAB', CAPTCHA_SECRET: '0x4AAAB' }
    expect(errorsOf({ ...production, ...captcha })).toEqual([
      'CAPTCHA_SECRET is the site key, which everybody can read',
    ])
    const dkim = { DKIM_DOMAIN: 'https://kohue.example', DKIM_SELECTOR: 'shop' }
    expect(errorsOf({ ...production, ...dkim })).toEqual([
      'DKIM_DOMAIN is not a domain such as kohue.example',
      'DKIM_PRIVATE_KEY is missing',
    ])
  })

  test('keys with which a captcha lets everybody through are refused', () => {
    const turnstile = {
      CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
      CAPTCHA_SECRET: '1x0000000000000000000000000000000AA',
    }
    expect(errorsOf({ ...production, ...turnstile })).toEqual([
      'CAPTCHA_SITE_KEY is a test key',
      'CAPTCHA_SECRET is a test key',
    ])
    expect(errorsOf({ ...requiredSettings, ...turnstile })).toEqual([])
  })

  test('the list is whole at once, also where nothing is given', () => {
    expect(errorsOf({ NODE_ENV: 'production' })).toContain(
      'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none',
    )
  })

  test('the fake Google’s secret is refused', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: fakeGoogle.secret }
    expect(errorsOf({ ...production, ...google })).toEqual([
      'GOOGLE_CLIENT_SECRET is the fake Google server’s',
    ])
  })

  test('mail without TLS may go to this machine', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(errorsOf({ ...production, SMTP_URL: `smtp://${host}:2525?tls=off` })).toEqual([])
    }
  })

  describe('a rehearsal', () => {
    const fakes = {
      STRIPE_SECRET_KEY: 'sk_test_fake',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_API_BASE: 'http://127.0.0.1:3001',
      STRIPE_JS_URL: 'http://127.0.0.1:3001/v3/',
      UPS_CLIENT_ID: 'ups-fake',
      UPS_CLIENT_SECRET: 'ups-fake-secret',
      UPS_API_BASE: 'http://127.0.0.1:3001',
      GOOGLE_CLIENT_ID: 'kohue.apps.fake',
      GOOGLE_CLIENT_SECRET: fakeGoogle.secret,
      GOOGLE_DISCOVERY_URL: 'http://127.0.0.1:3003/.well-known/openid-configuration',
      CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
      CAPTCHA_SECRET: '1x0000000000000000000000000000000AA',
      CAPTCHA_SCRIPT_URL: 'http://127.0.0.1:3001/captcha/api.js',
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:3001/captcha/siteverify',
    }
    const rehearsal = { ...production, ...fakes, REHEARSAL: '1' }

    test('takes the fakes that production refuses', () => {
      expect(readEnv(rehearsal).REHEARSAL).toBe(true)
      expect(errorsOf({ ...production, ...fakes })).toHaveLength(11)
      expect(errorsOf({ ...production, ...fakes, REHEARSAL: 'false' })).toHaveLength(11)
    })

    test.each([
      [
        'STRIPE_SECRET_KEY',
        'sk_live_51Nx',
        'STRIPE_SECRET_KEY is a live key, which a rehearsal refuses',
      ],
      [
        'STRIPE_SECRET_KEY',
        'rk_live_51Nx',
        'STRIPE_SECRET_KEY is a live key, which a rehearsal refuses',
      ],
      [
        'STRIPE_PUBLISHABLE_KEY',
        'pk_live_51Nx',
        'STRIPE_PUBLISHABLE_KEY is a live key, which a rehearsal refuses',
      ],
      [
        'PAYMENT_LINK_OFFERING',
        'https://buy.stripe.com/8wM',
        'PAYMENT_LINK_OFFERING is a live link, which a rehearsal refuses',
      ],
      ['SEED_DEMO', 'true', 'SEED_DEMO makes demo accounts with a known password'],
      ['PUBLIC_URL', 'http://kohue.example', 'PUBLIC_URL must begin with https:'],
      ['AUTH_SECRET', 'x'.repeat(40), 'AUTH_SECRET can be guessed: use 32 random bytes'],
    ])('refuses %s=%s', (name, value, line) => {
      expect(errorsOf({ ...rehearsal, [name]: value })).toEqual([line])
    })

    test('is one of production', () => {
      const demo = { ...requiredSettings, REHEARSAL: '1' }
      expect(errorsOf(demo)).toEqual(['REHEARSAL goes with NODE_ENV=production'])
    })
  })

  test('all of it is listed at once', () => {
    const wrong = { SEED_DEMO: 'true', DEVELOPER_TOOLS: 'true', STRIPE_JS_URL: 'http://x.example' }
    expect(errorsOf({ ...production, ...wrong })).toHaveLength(3)
  })
})

test('.env.example names every setting with a line of its own', () => {
  const example = readFileSync('.env.example', 'utf8')
  const missing = Object.keys(envSchema.shape).filter(
    (name) => !new RegExp(`^${name}=\\s+# \\S`, 'm').test(example),
  )
  expect(missing).toEqual([])
})
