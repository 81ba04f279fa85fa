import type { IncomingHttpHeaders } from 'node:http'

import type { Settings } from '#fakes/settings.ts'

import { invalidParams, StripeFailure } from './errors.ts'
import { apiVersion } from './events.ts'

const unauthorized = (message: string) =>
  new StripeFailure(401, { type: 'invalid_request_error', message }, true)

const masked = (key: string) =>
  key.length > 12
    ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
    : '*'.repeat(key.length)

function givenKey(authorization: string | undefined): string | null {
  if (!authorization) return null
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim()
  if (!authorization.startsWith('Basic ')) return null
  return Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0]!
}

/** Returns which of the two keys the call uses; refuses any other with Stripe's error. */
export function authenticate(
  headers: IncomingHttpHeaders,
  settings: Settings,
): 'secret' | 'publishable' {
  const key = givenKey(headers.authorization)
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  }
  if (key === settings.secretKey) return 'secret'
  if (key === settings.publishableKey) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
}

/** Refuses every API version except the one this fake server implements. */
export function checkVersion(headers: IncomingHttpHeaders): void {
  const version = headers['stripe-version']
  if (version === undefined || version === apiVersion) return
  throw invalidParams(
    `Invalid Stripe API version: ${String(version)} (this fake server supports ${apiVersion}).`,
  )
}
