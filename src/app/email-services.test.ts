import { generateKeyPairSync, randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { mailKinds } from '#mail/mail.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import type { EmailAddress } from '#platform/text/email-address.rules.ts'

import './modules.server.ts'
import { createEmailServices } from './email-services.ts'
import { EnvError, envSchema, readEnv } from './env.ts'

const given: Record<string, string> = {
  PUBLIC_URL: 'https://kohue.example/',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/kohue',
  AUTH_SECRET: 'x'.repeat(32),
  DATA_SECRET: 'y'.repeat(32),
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

const emailJsIds = Object.fromEntries(
  Object.keys(envSchema.shape)
    .filter((name) => /^EMAILJS_\w+_(SERVICE|TEMPLATE|INIT)$/.test(name))
    .map((name) => [name, name.toLowerCase()]),
)

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: randomBytes(32).toString('base64'),
  DATA_SECRET: randomBytes(32).toString('base64'),
  HIDDEN_VIEW_ANSWER: 'an answer',
  TRUSTED_PROXIES: 'none',
  MAIL_FROM: 'Kohue <a@kohue.example>',
  MAIL_BUSINESS: 'b@kohue.example',
  CONTACT_PHONE: '+1 305 555 0142',
  CONTACT_EMAIL: 'c@kohue.example',
}

const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

function faultsOf(source: Record<string, string>): string[] {
  try {
    readEnv({ ...given, ...source })
    return []
  } catch (error) {
    return (error as EnvError).errors
  }
}

const emailServices = (source: Record<string, string>) =>
  createEmailServices(readEnv({ ...given, ...source }), {} as Database)

describe('the email configuration', () => {
  test('needs an SMTP server, unless it is EmailJS', () => {
    expect(faultsOf({})).toEqual(['SMTP_URL is missing: smtps://user:password@host'])
    expect(faultsOf({ SMTP_URL: 'https://mail.example' })).toHaveLength(1)
    expect(faultsOf({ SMTP_URL: 'smtps://u:p@mail.example' })).toEqual([])
  })

  test.each([{}, production])('of EmailJS needs every service, template and init id', (more) => {
    const service = { ...more, MAIL_SERVICE: 'emailjs' }
    const missing = Object.keys(emailJsIds).map((name) => `${name} is missing`)
    expect(missing).toHaveLength(12)
    expect(faultsOf(service).toSorted()).toEqual(missing.toSorted())
    expect(faultsOf({ ...service, ...emailJsIds })).toEqual([])
  })

  test('takes all three DKIM settings, or none', () => {
    const smtp = { SMTP_URL: 'smtps://mail.example', DKIM_DOMAIN: 'kohue.example' }
    expect(faultsOf(smtp)).toEqual(['DKIM_SELECTOR is missing', 'DKIM_PRIVATE_KEY is missing'])
    expect(faultsOf({ ...smtp, DKIM_SELECTOR: 'shop', DKIM_PRIVATE_KEY: dkimKey })).toEqual([])
  })

  test('refuses an invalid sender', () => {
    const faults = faultsOf({ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Kohue' })
    expect(faults).toEqual(['MAIL_FROM is not a sender such as Kohue <shop@kohue.example>'])
  })

  test.each<Record<string, string>>([
    { SMTP_URL: 'smtps://mail.example' },
    { MAIL_SERVICE: 'emailjs', ...emailJsIds },
  ])('is complete for every kind of email once it boots', (source) => {
    const { services } = emailServices(source)
    for (const kind of mailKinds()) {
      expect(services.whatIsMissing(kind)).toBeNull()
    }
  })

  test('knows whose emails they are, and the addresses that they link to', () => {
    const { site, from, perMinute, services } = emailServices({
      SMTP_URL: 'smtps://mail.example',
      CONTACT_PHONE: '+1 415 555 0100',
      CONTACT_EMAIL: 'ask@kohue.example',
      POSTAL_ADDRESS: '12 Main Street, Napa',
      SHOP_TIME_ZONE: 'America/New_York',
      MAILS_PER_MINUTE: '90',
    })
    expect(site).toEqual({
      publicUrl: 'https://kohue.example',
      accountUrl: 'https://kohue.example/members',
      ordersUrl: 'https://kohue.example/members?view=orders',
      winesUrl: 'https://kohue.example/ourwines',
      phone: '+1 415 555 0100',
      email: 'ask@kohue.example',
      postalAddress: '12 Main Street, Napa',
      timeZone: 'America/New_York',
      isRehearsal: false,
      unsubscribeUrl: expect.any(Function),
      personalDataUrl: expect.any(Function),
    })
    expect(site.unsubscribeUrl('a.b')).toBe('https://kohue.example/unsubscribe/a.b')
    expect(site.personalDataUrl('a.b')).toBe('https://kohue.example/your-data/a.b')
    expect(from).toEqual({ name: 'Kohue', address: 'shop@kohue.example' })
    expect([perMinute, services.perMinute]).toEqual([90, 90])
    expect(services).toMatchObject({ bounces: null, isSigned: false })
  })

  test('says in a rehearsal that it is one, signs with a key, and takes bounces with a secret', () => {
    const env = readEnv({
      ...{ ...given, SMTP_URL: 'smtps://mail.example', BOUNCE_SECRET: 'z'.repeat(32) },
      ...{ DKIM_DOMAIN: 'kohue.example', DKIM_SELECTOR: 'shop', DKIM_PRIVATE_KEY: dkimKey },
    })
    const { site, services } = createEmailServices({ ...env, REHEARSAL: true }, {} as Database)
    expect([site.isRehearsal, services.site.isRehearsal]).toEqual([true, true])
    expect(services).toMatchObject({ bounces: { isValid: expect.any(Function) }, isSigned: true })
  })

  test('limits emails to one address, unless the limit is 0', async () => {
    // Each asks the database, which is none here.
    const why = (max: string) =>
      emailServices({
        SMTP_URL: 'smtps://mail.example',
        MAILS_PER_ADDRESS: max,
      }).services.rules.whyNotSend('register', 'ana@customer.example' as EmailAddress)
    await expect(why('20')).rejects.toThrow(TypeError)
    expect(await why('0')).toBe(null)
  })
})
