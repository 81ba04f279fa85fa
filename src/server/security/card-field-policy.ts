import { alsoAllowing } from './page-policy.ts'

/** What the provider's script of cards asks of a page's policy, at the provider's own address. */
const atProvider = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const

/**
 * A page's policy with what the provider's card field needs: its script, its frames, its calls. For
 * the card panel alone; no other page runs a script that is not ours.
 */
export function withCardField(policy: string, scriptUrl: string): string {
  const { hostname, origin } = new URL(scriptUrl)
  if (hostname === 'js.stripe.com') return alsoAllowing(policy, atProvider)
  const own = Object.keys(atProvider).map((name) => [name, [origin]])
  return alsoAllowing(policy, Object.fromEntries(own))
}

/** What the card panel's page lets a browser do: paying by it is for the provider's script too. */
export const withPaymentByBrowser = (permissions: string, scriptUrl: string): string =>
  permissions.replace('payment=()', `payment=(self "${new URL(scriptUrl).origin}")`)
