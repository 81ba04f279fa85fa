/** Whether the house is open to this visitor (specification, section 4: age gate). */
export type AgeGate = 'ask' | 'open' | 'refused'

export const ageCookie = { name: 'ageKey', value: 'older', days: 31 } as const

/** Set for the browser session once someone says they are under 21: there is no way back. */
export const refusedCookie = { name: 'ageRefused', value: 'younger' } as const

/** Reads the visitor's standing from the cookies; a refusal outweighs an earlier confirmation. */
export function ageGateOf(cookies: Record<string, string | undefined>): AgeGate {
  if (cookies[refusedCookie.name] === refusedCookie.value) return 'refused'
  return cookies[ageCookie.name] === ageCookie.value ? 'open' : 'ask'
}
