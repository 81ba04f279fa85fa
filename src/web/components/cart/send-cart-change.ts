import type { CartChange } from '#domain/cart-change.ts'
import { paths } from '#web/paths.ts'
import type { CartAnswer } from '#web/routes/members/cart-answer.ts'

const headers = { accept: 'application/json' }

/** Longest wait for the server's answer, in milliseconds. */
const patience = 15_000

/**
 * Tells the server one change and brings back the cart as it stands there. It arrives also when the
 * page is left meanwhile. Throws when offline.
 */
export async function sendCartChange(change: CartChange): Promise<CartAnswer> {
  const body = new URLSearchParams(
    Object.entries(change).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return answerOf(
    await fetch(paths.cart(), {
      method: 'POST',
      headers,
      body,
      keepalive: true,
      ...within(),
    }),
  )
}

/** The cart as it stands at the server, which another tab may have changed. Throws when offline. */
export async function fetchCart(): Promise<CartAnswer> {
  return answerOf(await fetch(paths.cart(), { headers, ...within() }))
}

const within = () => ({ signal: AbortSignal.timeout(patience) })

async function answerOf(response: Response): Promise<CartAnswer> {
  if (response.headers.get('content-type')?.includes('json') && response.ok) {
    return (await response.json()) as CartAnswer
  }
  // Signed out meanwhile: the guard of this very page knows where to send people.
  if (response.redirected) window.location.reload()
  throw new Error(`The cart answered ${response.status}`)
}
