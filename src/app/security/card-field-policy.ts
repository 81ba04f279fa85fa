import { allowInPolicy } from './page-policy.ts'

/** Sources of the payment provider's card script, at the provider's own host. */
const atProvider = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const

/**
 * The content security policy of the card panel, which allows the payment provider's script, frames and
 * calls. No other page runs a third-party script, except the captcha's.
 */
export function withCardField(policy: string, scriptUrl: string): string {
  const { hostname, origin } = new URL(scriptUrl)
  if (hostname === 'js.stripe.com') return allowInPolicy(policy, atProvider)
  const own = Object.keys(atProvider).map((name) => [name, [origin]])
  return allowInPolicy(policy, Object.fromEntries(own))
}

/** The permissions policy of the card panel, which allows the provider's script the Payment Request API. */
export const withPaymentByBrowser = (permissions: string, scriptUrl: string): string =>
  permissions.replace('payment=()', `payment=(self "${new URL(scriptUrl).origin}")`)
