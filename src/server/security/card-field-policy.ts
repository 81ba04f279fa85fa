import { allowInPolicy } from './page-policy.ts'

/** What the payment provider's card script needs, at the provider's own address. */
const atProvider = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const

/**
 * A page's policy with the payment provider's script, frames and calls. For the card panel alone; no
 * other page runs a third-party script, except the captcha's.
 */
export function withCardField(policy: string, scriptUrl: string): string {
  const { hostname, origin } = new URL(scriptUrl)
  if (hostname === 'js.stripe.com') return allowInPolicy(policy, atProvider)
  const own = Object.keys(atProvider).map((name) => [name, [origin]])
  return allowInPolicy(policy, Object.fromEntries(own))
}

/** The card panel's permissions policy: the provider's script may use the browser's payment API. */
export const withPaymentByBrowser = (permissions: string, scriptUrl: string): string =>
  permissions.replace('payment=()', `payment=(self "${new URL(scriptUrl).origin}")`)
