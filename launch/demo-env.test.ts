import { expect, test } from 'vitest'

import { checkAccounts, demoEnv, fakesNeeded } from './demo-env.ts'

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_own',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_own',
  STRIPE_WEBHOOK_SECRET: 'whsec_own',
}
const stripeIds = Object.fromEntries(
  [
    ...['PRICE_CASE', 'PRICE_BOTTLE', 'TAX_RATE_CALIFORNIA', 'RATE_LOCAL'],
    ...[1, 2, 3].flatMap((tier) => [`RATE_GROUND_${tier}`, `RATE_OVERNIGHT_${tier}`]),
    ...['RATE_BOTTLE_GROUND', 'RATE_BOTTLE_OVERNIGHT'],
  ].map((name) => [`STRIPE_${name}`, `id_${name}`]),
)
const own = {
  payments: { ...stripeKeys, ...stripeIds },
  mail: { SMTP_URL: 'smtps://user:password@mail.example' },
  google: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
}
const names = ['payments', 'mail', 'google'] as const

const settingsOf = {
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  mail: ['SMTP_URL', 'POSTAL_ADDRESS'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_DISCOVERY_URL'],
}

const demo = {
  port: 3000,
  fakesPort: 3001,
  secrets: { authSecret: 'a', dataSecret: 'd', webhookSecret: 'w', adminPassword: 'p' },
}

/** Every combination of real services. */
const combinations = Array.from({ length: 8 }, (_, bits) =>
  names.filter((_name, at) => bits & (1 << at)),
)

test.each(combinations)('own %s %s %s: only the others are fake', (...real) => {
  const given: Record<string, string> = Object.assign(
    {},
    ...real.filter(Boolean).map((name) => own[name]),
  )
  checkAccounts(given)
  const fakes = names.filter((name) => !real.includes(name))
  expect([...fakesNeeded(given)]).toEqual(fakes)
  const env = demoEnv(demo, given)
  for (const name of names) {
    const set = settingsOf[name].filter((setting) => setting in env)
    expect(set).toEqual(fakes.includes(name) ? settingsOf[name] : [])
  }
  expect('STRIPE_API_BASE' in env).toBe(fakes.includes('payments'))
})

test('EmailJS takes the place of the fake mail server as well', () => {
  const given = { MAIL_SERVICE: 'emailjs' }
  expect([...fakesNeeded(given)]).toEqual(['payments', 'google'])
  expect(demoEnv(demo, given)).not.toHaveProperty('SMTP_URL')
})

const problem = (given: Record<string, string>): string => {
  try {
    checkAccounts(given)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const keys = Object.keys(stripeKeys)
const partOfKeys = [1, 2, 3, 4, 5, 6].map((bits) => keys.filter((_key, at) => bits & (1 << at)))

test.each(partOfKeys)('%s %s without the other keys is one sentence', (...some) => {
  const present = some.filter(Boolean)
  const said = problem(Object.fromEntries(present.map((name) => [name, 'x'])))
  for (const name of keys) expect(said).toContain(name)
  expect(said).toMatch(/^STRIPE_.* missing beside STRIPE_.*: set all 3 of them, or none .*\.$/)
})

test.each([
  [
    { GOOGLE_CLIENT_ID: 'id' },
    'GOOGLE_CLIENT_SECRET is missing beside GOOGLE_CLIENT_ID: set all 2 of them, or none for the fake Google.',
  ],
  [
    { GOOGLE_DISCOVERY_URL: 'https://idp.example' },
    'GOOGLE_DISCOVERY_URL needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  ],
  [
    { STRIPE_PRICE_CASE: 'price_1' },
    'STRIPE_PRICE_CASE belongs to an account at Stripe: set STRIPE_SECRET_KEY too.',
  ],
  [
    { ...own.payments, STRIPE_PRICE_CASE: '' },
    'STRIPE_SECRET_KEY is set, but not STRIPE_PRICE_CASE: npm run stripe:setup prints it.',
  ],
])('%o is one sentence', (given, sentence) => {
  expect(problem(given)).toBe(sentence)
})
