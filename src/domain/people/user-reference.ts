/** The ways to name a user; all that are given have to name the same one. */
export type UserReference = {
  userId?: string | undefined
  email?: string | undefined
  stripeCustomerId?: string | undefined
}

/** A reference in one word: an email, the payment provider's customer id, or our own id. */
export function userReferenceOf(text: string): UserReference {
  if (text.includes('@')) return { email: text }
  return text.startsWith('cus_') ? { stripeCustomerId: text } : { userId: text }
}
