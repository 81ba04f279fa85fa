import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

/** Longest that a page waits for the provider's script, in milliseconds. */
const longest = 15_000

/**
 * The provider's script, opened with our public key. It is loaded from the provider, as its rules
 * want, and on this page alone. Rejects when it does not come.
 */
export async function loadCardScript(field: {
  scriptUrl: string
  publicKey: string
}): Promise<Stripe> {
  if (!window.Stripe) await added(field.scriptUrl)
  if (!window.Stripe) throw new Error('The card script brought nothing')
  return window.Stripe(field.publicKey)
}

function added(url: string): Promise<void> {
  const known = document.querySelector<HTMLScriptElement>(`script[src="${CSS.escape(url)}"]`)
  const script = known ?? document.createElement('script')
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('The card script is late')), longest)
    script.addEventListener('load', () => {
      clearTimeout(late)
      done()
    })
    script.addEventListener('error', () => {
      clearTimeout(late)
      script.remove()
      fail(new Error('The card script did not come'))
    })
    if (known) return
    script.src = url
    script.async = true
    document.head.append(script)
  })
}
