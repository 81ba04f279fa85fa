import { expect, test } from 'vitest'

import { withCardField } from './card-field-policy.ts'

const policy = "default-src 'self';script-src 'self' 'nonce-abc';connect-src 'self'"

test('the payment provider’s script may open its frames and make its calls', () => {
  expect(withCardField(policy, 'https://js.stripe.com/dahlia/stripe.js')).toBe(
    [
      "default-src 'self'",
      "script-src 'self' 'nonce-abc' https://js.stripe.com https://*.js.stripe.com",
      "connect-src 'self' https://api.stripe.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    ].join(';'),
  )
})

test('a fake payment server’s is allowed at its own address alone', () => {
  expect(withCardField(policy, 'http://127.0.0.1:3001/v3/')).toBe(
    [
      "default-src 'self'",
      "script-src 'self' 'nonce-abc' http://127.0.0.1:3001",
      "connect-src 'self' http://127.0.0.1:3001",
      'frame-src http://127.0.0.1:3001',
    ].join(';'),
  )
})
