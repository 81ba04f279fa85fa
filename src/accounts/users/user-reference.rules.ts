/** Identifiers of a user; all that are given have to identify the same one. */
export type UserReference = {
  userId?: string | undefined
  email?: string | undefined
  stripeCustomerId?: string | undefined
}

/** Parses a reference: an email, the payment provider's customer id, or our own id. */
export function userReferenceOf(text: string): UserReference {
  if (text.includes('@')) return { email: text }
  return text.startsWith('cus_') ? { stripeCustomerId: text } : { userId: text }
}
