import { describe, test } from 'vitest'

import { setUpProvider } from '#catalogue/prices/provider-setup.server.ts'
import { openProvider } from '#tests/harness/provider.ts'

import { paymentsContract } from './payments.contract.ts'
import { openStripe } from './stripe-calls.adapter.server.ts'
import { stripePayments } from './stripe-payments.adapter.server.ts'

const testKey = process.env['STRIPE_TEST_KEY']

const providerOf = (secretKey: string, webhookSecret: string, apiBase?: string) => {
  const stripe = openStripe({ secretKey, apiBase })
  return {
    payments: stripePayments({ secretKey, webhookSecret, apiBase }),
    stripe,
    webhookSecret,
    setUp: () => setUpProvider(stripe, { taxPercent: 7.25, bottlePrice: '150' }),
  }
}

describe('the fake provider', () => {
  paymentsContract(async () => {
    const { secretKey, webhookSecret, url } = await openProvider()
    return providerOf(secretKey, webhookSecret, url)
  })
})

if (testKey?.startsWith('sk_test_')) {
  describe('the real provider, in test mode', () => {
    paymentsContract(async () => providerOf(testKey, 'whsec_of_the_contract'))
  })
} else {
  test.skip('the real provider: skipped without STRIPE_TEST_KEY (sk_test_…)', () => {})
}
