import { describe, expect, test } from 'vitest'

import type { Database } from '#data/connection.server.ts'
import { mailSchemas } from '#domain/mail.ts'

import { EnvError, envSchema, readEnv } from './env.ts'
import { openPostOffice } from './wire-mail.ts'

const given: Record<string, string> = {
  PUBLIC_URL: 'https://kohue.example/',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/kohue',
  AUTH_SECRET: 'x'.repeat(32),
  ...Object.fromEntries(
    Object.keys(envSchema.shape)
      .filter((name) => /^STRIPE_(PRICE|RATE|TAX|SECRET|PUBLISHABLE|WEBHOOK)/.test(name))
      .map((name) => [name, 'id']),
  ),
}

const emailJsIds = Object.fromEntries(
  Object.keys(envSchema.shape)
    .filter((name) => /^EMAILJS_\w+_(SERVICE|TEMPLATE|INIT)$/.test(name))
    .map((name) => [name, name.toLowerCase()]),
)

const production = {
  NODE_ENV: 'production',
  MAIL_FROM: 'Kohue <a@kohue.example>',
  MAIL_BUSINESS: 'b@kohue.example',
  CONTACT_PHONE: '+1 305 555 0142',
  CONTACT_EMAIL: 'c@kohue.example',
}

function faultsOf(source: Record<string, string>): string[] {
  try {
    readEnv({ ...given, ...source })
    return []
  } catch (error) {
    return (error as EnvError).faults
  }
}

const postOffice = (source: Record<string, string>) =>
  openPostOffice(readEnv({ ...given, ...source }), {} as Database)

describe('how mail leaves the house', () => {
  test('needs an SMTP server, unless it is EmailJS', () => {
    expect(faultsOf({})).toEqual(['SMTP_URL is missing'])
    expect(faultsOf({ SMTP_URL: 'https://mail.example' })).toHaveLength(1)
    expect(faultsOf({ SMTP_URL: 'smtps://u:p@mail.example' })).toEqual([])
    expect(faultsOf({ MAIL_SERVICE: 'emailjs' })).toEqual([])
  })

  test('in production needs every identifier of EmailJS, service, template and init', () => {
    const service = { ...production, MAIL_SERVICE: 'emailjs' }
    const missing = Object.keys(emailJsIds).map((name) => `${name} is missing`)
    expect(missing).toHaveLength(12)
    expect(faultsOf(service).toSorted()).toEqual(missing.toSorted())
    expect(faultsOf({ ...service, ...emailJsIds })).toEqual([])
  })

  test('is signed with all three settings of DKIM, or none', () => {
    const smtp = { SMTP_URL: 'smtps://mail.example', DKIM_DOMAIN: 'kohue.example' }
    expect(faultsOf(smtp)).toEqual(['DKIM_SELECTOR is missing', 'DKIM_PRIVATE_KEY is missing'])
    expect(faultsOf({ ...smtp, DKIM_SELECTOR: 'shop', DKIM_PRIVATE_KEY: 'key' })).toEqual([])
  })

  test('refuses a sender that is not one', () => {
    const faults = faultsOf({ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Kohue' })
    expect(faults).toEqual(['MAIL_FROM is not a sender such as Kohue <shop@kohue.example>'])
  })

  test('is chosen by the configuration', async () => {
    const smtp = postOffice({ SMTP_URL: 'smtps://mail.example' })
    const emailJs = postOffice({ MAIL_SERVICE: 'emailjs', ...emailJsIds, EMAILJS_JOIN_INIT: '' })
    for (const kind of Object.keys(mailSchemas) as (keyof typeof mailSchemas)[]) {
      expect(smtp.parts.whyNotReady(kind)).toBeNull()
      expect(emailJs.parts.whyNotReady(kind)?.text ?? null).toBe(
        kind === 'join'
          ? 'The public key is required. Visit https://dashboard.emailjs.com/admin/account'
          : null,
      )
    }
  })

  test('knows where its letters lead', () => {
    const { house, from } = postOffice({ SMTP_URL: 'smtps://mail.example' })
    expect(house.ordersUrl).toBe('https://kohue.example/members?view=orders')
    expect(house.unsubscribeUrl('a.b')).toBe('https://kohue.example/unsubscribe/a.b')
    expect(from).toEqual({ name: 'Kohue', address: 'shop@kohue.example' })
  })
})
