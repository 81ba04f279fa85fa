import { expect, test } from 'vitest'

import { readEnv } from './env.ts'
import { settingsFrom, siteFrom } from './settings.ts'

/** Each setting has a value that no other has. */
const given = {
  PUBLIC_URL: 'https://shop.kohue.example',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/kohue',
  AUTH_SECRET: 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u',
  DATA_SECRET: 'b7Yt0LqXw3ZrN8sVh2KmJ5cPd9GfAe4u',
  SMTP_URL: 'smtps://u:p@mail.example',
  STRIPE_SECRET_KEY: 'sk_test_51Nx',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Nx',
  STRIPE_WEBHOOK_SECRET: 'whsec_7tQ1mZ4pVx8KcR2wLs6Ny0HbDg3JfTa5',
  STRIPE_JS_URL: 'https://js.example/v3/',
  STRIPE_PRICE_CASE: 'price_case',
  STRIPE_PRICE_BOTTLE: 'price_bottle',
  STRIPE_TAX_RATE_CALIFORNIA: 'txr_california',
  STRIPE_RATE_LOCAL: 'shr_local',
  STRIPE_RATE_GROUND_1: 'shr_ground_1',
  STRIPE_RATE_GROUND_2: 'shr_ground_2',
  STRIPE_RATE_GROUND_3: 'shr_ground_3',
  STRIPE_RATE_OVERNIGHT_1: 'shr_overnight_1',
  STRIPE_RATE_OVERNIGHT_2: 'shr_overnight_2',
  STRIPE_RATE_OVERNIGHT_3: 'shr_overnight_3',
  STRIPE_RATE_BOTTLE_GROUND: 'shr_bottle_ground',
  STRIPE_RATE_BOTTLE_OVERNIGHT: 'shr_bottle_overnight',
  STRIPE_SEND_EVIDENCE: 'true',
  PAYMENT_LINK_OFFERING: 'https://buy.stripe.com/test_case',
  PAYMENT_LINK_OFFER1: 'https://buy.stripe.com/test_bottle',
  CALIFORNIA_TAX_PERCENT: '8.5',
  BOTTLE_PRICE: '175.50',
  SHOP_TIME_ZONE: 'America/New_York',
  CARRIER_POLL_MINUTES: '30',
  RECORD_RETENTION_YEARS: '5',
  WAITING_CAPACITY: '40',
  HIDDEN_VIEW_ANSWER: 'cordillera',
  MAIL_BUSINESS: 'cellar@kohue.example',
  PASSWORD_MIN_LENGTH: '9',
  PASSWORD_MAX_LENGTH: '99',
  CAPTCHA_SITE_KEY: 'a site key',
  CAPTCHA_SECRET: 'a secret',
  CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
  CAPTCHA_FOR: 'registration, checkout',
  ALLOWED_ORIGINS: 'https://preview.kohue.example',
  PAGE_TITLE: 'Kohue Wines',
  CONTACT_PHONE: '+1 (213) 555-0177',
  CONTACT_EMAIL: 'hola@kohue.example',
  RESPONSIBILITY_URL: 'https://responsibility.example/',
}

const settingsOf = (more: Record<string, string> = {}) =>
  settingsFrom(readEnv({ ...given, ...more }))
const siteWith = (more: Record<string, string> = {}) => {
  const env = readEnv({ ...given, ...more })
  return siteFrom(env, settingsFrom(env).identity)
}

const anyPassword = {
  ...{ minLength: 9, maxLength: 99, refuseCommon: false },
  ...{ lowercase: false, uppercase: false, numeric: false, nonAlphanumeric: false },
}
const allowedOrigins = ['https://shop.kohue.example', 'https://preview.kohue.example']

test('each setting is what the shop does with it', () => {
  expect(settingsOf()).toEqual({
    publicUrl: 'https://shop.kohue.example',
    taxPercent: 8.5,
    taxRateId: 'txr_california',
    priceIds: { 'malbec-2022': 'price_case', 'malbec-2021-bottle': 'price_bottle' },
    rateIds: {
      ground: { 1: 'shr_ground_1', 2: 'shr_ground_2', 3: 'shr_ground_3' },
      overnight: { 1: 'shr_overnight_1', 2: 'shr_overnight_2', 3: 'shr_overnight_3' },
      pickup: { 1: 'shr_local', 2: 'shr_local', 3: 'shr_local' },
    },
    bottleRateIds: { ground: 'shr_bottle_ground', overnight: 'shr_bottle_overnight' },
    paymentLinks: {
      offering: 'https://buy.stripe.com/test_case',
      offer1: 'https://buy.stripe.com/test_bottle',
    },
    bottlePrice: 17_550,
    cardField: { scriptUrl: 'https://js.example/v3/', publicKey: 'pk_test_51Nx' },
    timeZone: 'America/New_York',
    sendsEvidence: true,
    carrierPollMinutes: 30,
    recordRetentionYears: 5,
    hiddenViewAnswer: 'cordillera',
    waitingCapacity: 40,
    businessEmail: 'cellar@kohue.example',
    identity: {
      passwordPolicy: anyPassword,
      captchaFor: ['registration', 'checkout'],
      allowedOrigins,
    },
  })
})

test.each([
  ['PASSWORD_LOWERCASE', 'lowercase'],
  ['PASSWORD_UPPERCASE', 'uppercase'],
  ['PASSWORD_NUMERIC', 'numeric'],
  ['PASSWORD_OTHER', 'nonAlphanumeric'],
  ['PASSWORD_REFUSE_COMMON', 'refuseCommon'],
])('%s switches on one rule of passwords', (setting, rule) => {
  const { passwordPolicy } = settingsOf({ [setting]: 'true' }).identity
  expect(passwordPolicy).toEqual({ ...anyPassword, [rule]: true })
})

test('an offer without a payment link has none', () => {
  const links = (unset: string) => settingsOf({ [unset]: '' }).paymentLinks
  expect(links('PAYMENT_LINK_OFFER1')).toEqual({ offering: given.PAYMENT_LINK_OFFERING })
  expect(links('PAYMENT_LINK_OFFERING')).toEqual({ offer1: given.PAYMENT_LINK_OFFER1 })
})

test('pages show what a setting says, and no secret', () => {
  expect(siteWith()).toEqual({
    title: 'Kohue Wines',
    publicUrl: 'https://shop.kohue.example',
    phone: '+1 (213) 555-0177',
    email: 'hola@kohue.example',
    responsibilityUrl: 'https://responsibility.example/',
    timeZone: 'America/New_York',
    legalApproved: false,
    signIn: {
      google: false,
      captcha: {
        siteKey: 'a site key',
        scriptUrl: 'https://captcha.example/api.js',
        places: ['registration', 'checkout'],
      },
      passwordPolicy: anyPassword,
      allowedOrigins,
    },
    developerTools: true,
  })
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', LEGAL_APPROVED: 'true' }
  expect(siteWith(google)).toMatchObject({ legalApproved: true, signIn: { google: true } })
  const noCaptcha = { CAPTCHA_SITE_KEY: '', CAPTCHA_SECRET: '', CAPTCHA_FOR: '' }
  expect(siteWith(noCaptcha).signIn.captcha).toBeNull()
})

test('developer tools are on outside production alone, and off where a setting says so', () => {
  const production = {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: 'none',
    MAIL_FROM: 'Kohue <shop@kohue.example>',
    STRIPE_SECRET_KEY: 'sk_live_51Nx',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nx',
    PAYMENT_LINK_OFFERING: '',
    PAYMENT_LINK_OFFER1: '',
    ADMIN_EMAIL: 'owner@kohue.example',
  }
  expect(siteWith(production).developerTools).toBe(false)
  expect(siteWith({ DEVELOPER_TOOLS: 'false' }).developerTools).toBe(false)
  expect(siteWith({ NODE_ENV: 'test' }).developerTools).toBe(true)
})
