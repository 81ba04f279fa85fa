import { parseState } from '#domain/us-states.ts'
import type { CustomerProfile } from '#services/payments/payments.ts'

type Text = string | null | undefined

/** What a caller says of their payment customer, by the provider's names. */
export type CustomerClaim = {
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

/** True when nothing that is said differs from the profile; what is left out says nothing. */
export function matchesClaim(profile: CustomerProfile, claim: CustomerClaim): boolean {
  const { shipping } = claim
  const address = profile.shipping?.address
  return (
    isSame(claim.name, profile.name) &&
    isSame(claim.email?.toLowerCase(), profile.email.toLowerCase()) &&
    isSame(shipping?.name, profile.name) &&
    isSame(shipping?.address?.line1, address?.line1) &&
    isSame(shipping?.address?.line2, address?.line2) &&
    isSame(shipping?.address?.city, address?.city) &&
    isSame(stateCode(shipping?.address?.state), stateCode(address?.state)) &&
    isSame(shipping?.address?.postal_code, address?.postalCode)
  )
}

/** An empty text and none are the same. */
const isSame = (claimed: Text, known: Text) =>
  claimed === undefined || (claimed ?? '').trim() === (known ?? '').trim()

const stateCode = (text: Text) => (text ? (parseState(text) ?? text) : text)
