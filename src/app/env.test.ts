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
  ...Object.fromEntries(
    Object.keys(envSchema.shape)
      .filter((name) => /^STRIPE_(PRICE|RATE|TAX|SECRET|PUBLISHABLE|WEBHOOK)/.test(name))
      .map((name) => [name, 'id']),
  ),
}

const productionSettings = {
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
    expect(readEnv({ ...requiredSettings, PORT: '', BOTTLE_PRICE: '' })).toMatchObject({
      PORT: 3000,
      BOTTLE_PRICE: '150',
      REDIRECT_FLAG: false,
    })
  })

  test('lists everything that is missing at once, and no value', () => {
    const errors = errorsOf({ AUTH_SECRET: 'short' })
    expect(errors).toContain('DATABASE_URL is missing')
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

describe('in production', () => {
  const production = { ...requiredSettings, ...productionSettings, NODE_ENV: 'production' }

  test('what has a demo’s default has to be given', () => {
    expect(errorsOf({ ...requiredSettings, NODE_ENV: 'production' })).toEqual([
      'MAIL_FROM is missing',
      'MAIL_BUSINESS is missing',
      'CONTACT_PHONE is missing',
      'CONTACT_EMAIL is missing',
      'HIDDEN_VIEW_ANSWER is missing',
      'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none',
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
    ['AUTH_SECRET', 'x'.repeat(40), guessable],
    ['AUTH_SECRET', 'kohuekohuekohuekohuekohuekohuekohue', guessable],
    ['AUTH_SECRET', 'passwordpasswordpasswordpassword1'.slice(0, 32), guessable],
    ['AUTH_SECRET', '01'.repeat(20), guessable],
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
      'ALLOWED_ORIGINS must be addresses that begin with https:',
    ],
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
