import { paths } from '#platform/http/paths.rules.ts'

import type { CartChange } from './cart-change.rules.ts'
import type { CartResponse } from './cart-response.ts'

const headers = { accept: 'application/json' }

/** Timeout of a request, in milliseconds. */
const timeoutMs = 15_000

/**
 * Sends one change and returns the server's cart. `keepalive` delivers it even when the page is
 * left. Throws when offline.
 */
export async function sendCartChange(change: CartChange): Promise<CartResponse> {
  const body = new URLSearchParams(
    Object.entries(change).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await fetch(paths.cart(), {
    method: 'POST',
    headers,
    body,
    keepalive: true,
    ...within(),
  })
  // Too many people are in the shop: the cart's page says what to wait for.
  if (response.status === 429 && (await codeOf(response)) === 'waiting')
    return leaveFor(() => window.location.assign(paths.cart()))
  return responseOf(response)
}

/** Fetches the server's cart, which another tab may have changed. Throws when offline. */
export async function fetchCart(): Promise<CartResponse> {
  return responseOf(await fetch(paths.cart(), { headers, ...within() }))
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.clone().json()) as { error?: { code?: string } }
  return body.error?.code
}

/** The page is being left: there is no error to show. */
function leaveFor(go: () => void): Promise<never> {
  go()
  return new Promise(() => {})
}

const within = () => ({ signal: AbortSignal.timeout(timeoutMs) })

async function responseOf(response: Response): Promise<CartResponse> {
  if (response.headers.get('content-type')?.includes('json') && response.ok) {
    return (await response.json()) as CartResponse
  }
  // Signed out in another tab: the reload runs the page's guard, which redirects to sign-in.
  if (response.redirected) return leaveFor(() => window.location.reload())
  throw new Error(`The cart responded with ${response.status}`)
}
