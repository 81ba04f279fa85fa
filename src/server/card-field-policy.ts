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
  const isProvider = hostname === 'js.stripe.com'
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/)
      return [name!, sources]
    }),
  )
  for (const [name, sources] of Object.entries(atProvider)) {
    directives.set(name, [...(directives.get(name) ?? []), ...(isProvider ? sources : [origin])])
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';')
}
