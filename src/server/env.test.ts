import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { EnvError, envSchema, readEnv } from './env.ts'

const given = {
  PUBLIC_URL: 'https://kohue.example',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/kohue',
  AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://u:p@mail.example',
  ...Object.fromEntries(
    Object.keys(envSchema.shape)
      .filter((name) => /^STRIPE_(PRICE|RATE|TAX|SECRET|PUBLISHABLE|WEBHOOK)/.test(name))
      .map((name) => [name, 'id']),
  ),
}

const own = {
  MAIL_FROM: 'Kohue <a@kohue.example>',
  MAIL_BUSINESS: 'b@kohue.example',
  CONTACT_PHONE: '+1 305 555 0142',
  CONTACT_EMAIL: 'c@kohue.example',
}

const faultsOf = (source: Record<string, string | undefined>): string[] => {
  try {
    readEnv(source)
    return []
  } catch (error) {
    return (error as EnvError).faults
  }
}

describe('the environment', () => {
  test('has defaults for what a demo need not name, also when it is written empty', () => {
    expect(readEnv({ ...given, PORT: '', BOTTLE_PRICE: '' })).toMatchObject({
      PORT: 3000,
      BOTTLE_PRICE: '150',
      REDIRECT_FLAG: false,
    })
  })

  test('lists everything that is missing at once, and no value', () => {
    const faults = faultsOf({ AUTH_SECRET: 'short' })
    expect(faults).toContain('DATABASE_URL is missing')
    expect(faults).toContain('STRIPE_SECRET_KEY is missing')
    expect(faults.join()).toContain('AUTH_SECRET needs 32 characters')
    expect(faults.join()).not.toContain('short')
  })

  test('with the redirect flag wants a brand address that is not the shop', () => {
    expect(faultsOf({ ...given, REDIRECT_FLAG: 'true' })).toEqual(['BRAND_URL is missing'])
    const flagged = { ...given, REDIRECT_FLAG: 'true', BRAND_URL: `${given.PUBLIC_URL}/brand` }
    expect(faultsOf(flagged)).toEqual(['BRAND_URL is the shop itself'])
    expect(faultsOf({ ...flagged, BRAND_URL: 'https://brand.example' })).toEqual([])
  })

  test('in production takes no default of a demo and no stand-in', () => {
    const production = { ...given, NODE_ENV: 'production' }
    expect(faultsOf(production)).toEqual([
      'MAIL_FROM is missing',
      'MAIL_BUSINESS is missing',
      'CONTACT_PHONE is missing',
      'CONTACT_EMAIL is missing',
    ])
    expect(faultsOf({ ...production, ...own })).toEqual([])
    const standIns = {
      GOOGLE_DISCOVERY_URL: 'http://127.0.0.1:3003/.well-known/openid-configuration',
      CAPTCHA_SCRIPT_URL: 'http://127.0.0.1:3001/captcha/api.js',
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:3001/captcha/siteverify',
      STRIPE_API_BASE: 'http://127.0.0.1:3001',
    }
    expect(faultsOf({ ...production, ...own, ...standIns })).toEqual(
      Object.keys(standIns).map((name) => `${name} points at a stand-in`),
    )
    expect(faultsOf({ ...production, ...own, PUBLIC_URL: 'http://kohue.example' })).toEqual([
      'PUBLIC_URL must begin with https:',
    ])
  })
})

test('.env.example names every setting with a line of its own', () => {
  const example = readFileSync('.env.example', 'utf8')
  const missing = Object.keys(envSchema.shape).filter(
    (name) => !new RegExp(`^${name}=\\s+# \\S`, 'm').test(example),
  )
  expect(missing).toEqual([])
})
