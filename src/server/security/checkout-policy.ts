import type { Env } from '../env.ts'
import { alsoAllowing } from './page-policy.ts'

/**
 * Patterns of the pages with a form that leads to the payment provider: the two offers, and every
 * room of the members', which has the cart at its side.
 */
const withForm = new Set([
  ...['offering', 'offer1', 'offering/ship-to', 'offer1/ship-to'],
  ...['members', 'members/orders/:number', 'members/close-account', 'dashboard', 'mono', 'ship'],
  ...['edit/:id?', 'succes', 'card'],
])

/** Where such a form may lead. */
export const paymentHosts = (env: Env): string[] => [
  new URL(env.STRIPE_API_BASE ?? 'https://checkout.stripe.com').origin,
  ...[env.PAYMENT_LINK_OFFERING, env.PAYMENT_LINK_OFFER1].flatMap((link) =>
    link ? new URL(link).origin : [],
  ),
]

/** A page's policy, which lets its forms lead to these hosts where it has one that does. */
export const withCheckout = (policy: string, pattern: string, hosts: readonly string[]): string =>
  withForm.has(pattern) ? alsoAllowing(policy, { 'form-action': hosts }) : policy
