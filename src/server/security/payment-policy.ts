import type { ServerBuild } from 'react-router'

import type { Handle } from '#web/handle.ts'

import type { Env } from '../env.ts'
import { alsoAllowing } from './page-policy.ts'

/** Patterns of the pages whose route, or one around it, says that it leads to the payment provider. */
export function patternsToPayment(routes: ServerBuild['routes']): ReadonlySet<string> {
  const leads = (id: string | undefined): boolean => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return false
    return (
      Boolean((route.module.handle as Handle | undefined)?.leadsToPayment) || leads(route.parentId)
    )
  }
  const paths = Object.values(routes).map((route) => (leads(route?.id) ? route?.path : undefined))
  return new Set(paths.filter((path) => path !== undefined))
}

/** Where such a form may lead. */
export const paymentHosts = (env: Env): string[] => [
  new URL(env.STRIPE_API_BASE ?? 'https://checkout.stripe.com').origin,
  ...[env.PAYMENT_LINK_OFFERING, env.PAYMENT_LINK_OFFER1].flatMap((link) =>
    link ? new URL(link).origin : [],
  ),
]

/** A policy that lets a page's forms lead to these hosts, too. */
export const withPayment = (policy: string, hosts: readonly string[]): string =>
  alsoAllowing(policy, { 'form-action': hosts })
