import type { ServerBuild } from 'react-router'

import type { Handle } from '#platform/http/handle.ts'

import type { Env } from '../env.ts'
import { allowInPolicy } from './page-policy.ts'

/** Patterns of the pages whose route, or a parent of it, has `leadsToPayment` on its handle. */
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

/** Origins to which forms of these pages may redirect. */
export const paymentHosts = (env: Env): string[] => [
  new URL(env.STRIPE_API_BASE ?? 'https://checkout.stripe.com').origin,
  ...[env.PAYMENT_LINK_OFFERING, env.PAYMENT_LINK_OFFER1].flatMap((link) =>
    link ? new URL(link).origin : [],
  ),
]

/** A content security policy that also allows forms to redirect to these hosts. */
export const withPayment = (policy: string, hosts: readonly string[]): string =>
  allowInPolicy(policy, { 'form-action': hosts })
