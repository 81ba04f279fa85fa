import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import type { CustomerProfile } from '#payments/payments.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import { userById } from '../users/users.store.server.ts'
import {
  customerProfile,
  isInSync,
  mayCallProvider,
  paymentCustomerOf,
  syncPaymentCustomer,
} from './payment-customer.actions.server.ts'

export type WhyNoCustomer =
  | 'disagrees'
  | 'no-customer'
  | 'too-many-calls'
  | 'provider-away'
  | 'provider-refused'

/** Who asks, and from which network address. */
type Caller = Pick<Viewer, 'id'> & { address: string }

export type OwnCustomer = Outcome<
  WhyNoCustomer,
  { customer: { id: string; name: string; email: string } }
>

/** The customer's payment customer, created from the profile and stored if there is none. */
export function createOwnCustomer(
  services: Services,
  caller: Caller,
  claim: CustomerClaim = {},
): Promise<OwnCustomer> {
  return ownCustomer(services, caller, claim, async (user) => {
    if (user.stripeCustomerId) return undefined
    if (!(await mayCallProvider(services, user, caller.address))) return 'too-many-calls'
    await paymentCustomerOf(services, user)
    return undefined
  })
}

/**
 * Brings the customer's payment customer in line with the profile; one that was deleted at the provider
 * is created again. `no-customer` for an id other than their own (`none` where there is none).
 */
export async function updateOwnCustomer(
  services: Services,
  caller: Caller,
  stripeId: string,
  claim: CustomerClaim = {},
): Promise<OwnCustomer> {
  return ownCustomer(services, caller, claim, async (user) => {
    if (stripeId !== (user.stripeCustomerId ?? 'none')) return 'no-customer'
    if (isInSync(user)) return undefined
    if (!(await mayCallProvider(services, user, caller.address))) return 'too-many-calls'
    await syncPaymentCustomer(services, user.id)
    return undefined
  })
}

type Member = NonNullable<Awaited<ReturnType<typeof userById>>>

async function ownCustomer(
  { db, log }: Services,
  viewer: Pick<Viewer, 'id'>,
  claim: CustomerClaim,
  settle: (user: Member) => Promise<'no-customer' | 'too-many-calls' | undefined>,
): Promise<OwnCustomer> {
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in person has no record')
  const profile = customerProfile(user)
  if (!matchesClaim(profile, claim)) return { ok: false, reason: 'disagrees' }
  try {
    const reason = await settle(user)
    if (reason) return { ok: false, reason }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { ok: false, reason: 'provider-away' }
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, user: user.id }, 'no payment customer: the provider refused')
    return { ok: false, reason: 'provider-refused' }
  }
  const { stripeCustomerId } = (await userById(db, user.id)) ?? user
  if (!stripeCustomerId) return { ok: false, reason: 'provider-away' }
  return {
    ok: true,
    customer: { id: stripeCustomerId, name: profile.name, email: profile.email },
  }
}

type Text = string | null | undefined

/** What a caller claims about their payment customer, by the provider's names. */
type CustomerClaim = {
  name?: Text
  email?: Text
  shipping?:
    | {
        name?: Text
        address?:
          | { line1?: Text; line2?: Text; city?: Text; state?: Text; postal_code?: Text }
          | undefined
      }
    | undefined
}

/** Whether the claim agrees with the profile in all that it names. */
export function matchesClaim(profile: CustomerProfile, claim: CustomerClaim): boolean {
  const { shipping } = claim
  const address = profile.shipping?.address
  // The provider has the email as the name of an account without one.
  const isName = (claimed: Text) =>
    isSame(claimed, profile.name) || (profile.name === profile.email && isSame(claimed, ''))
  return (
    isName(claim.name) &&
    isSame(claim.email?.toLowerCase(), profile.email.toLowerCase()) &&
    isName(shipping?.name) &&
    isSame(shipping?.address?.line1, address?.line1) &&
    isSame(shipping?.address?.line2, address?.line2) &&
    isSame(shipping?.address?.city, address?.city) &&
    isSame(stateCode(shipping?.address?.state), stateCode(address?.state)) &&
    isSame(shipping?.address?.postal_code, address?.postalCode)
  )
}

/** An empty text equals none. */
const isSame = (claimed: Text, known: Text) =>
  claimed === undefined || (claimed ?? '').trim() === (known ?? '').trim()

const stateCode = (text: Text) => (text ? (parseState(text) ?? text) : text)
