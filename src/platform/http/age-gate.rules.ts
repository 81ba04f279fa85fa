/** The state of the age gate for a visitor (specification, section 4). */
export type AgeGate = 'ask' | 'open' | 'refused'

export const ageCookie = { name: 'ageKey', value: 'older', days: 31 } as const

/** Set for the browser session once a visitor says that they are under 21; it cannot be revoked. */
export const refusedCookie = { name: 'ageRefused', value: 'younger' } as const

/** The gate's state by the visitor's cookies; a refusal outweighs a confirmation. */
export function ageGateOf(cookies: Record<string, string | undefined>): AgeGate {
  if (cookies[refusedCookie.name] === refusedCookie.value) return 'refused'
  return cookies[ageCookie.name] === ageCookie.value ? 'open' : 'ask'
}
