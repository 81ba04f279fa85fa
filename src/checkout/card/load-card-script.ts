import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

/** Timeout for loading the provider's script, in milliseconds. */
const timeoutMs = 15_000

/**
 * Loads the provider's script and opens it with our public key. It is loaded from the provider, as
 * its terms require, and only on this page. Rejects when it can't be loaded.
 */
export async function loadCardScript(field: {
  scriptUrl: string
  publicKey: string
}): Promise<Stripe> {
  if (!window.Stripe) await added(field.scriptUrl)
  if (!window.Stripe) throw new Error('The card script defined no Stripe')
  return window.Stripe(field.publicKey)
}

function added(url: string): Promise<void> {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${CSS.escape(url)}"]`)
  const script = existing ?? document.createElement('script')
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('The card script timed out')), timeoutMs)
    script.addEventListener('load', () => {
      clearTimeout(late)
      done()
    })
    script.addEventListener('error', () => {
      clearTimeout(late)
      script.remove()
      fail(new Error('The card script could not be loaded'))
    })
    if (existing) return
    script.src = url
    script.async = true
    document.head.append(script)
  })
}
