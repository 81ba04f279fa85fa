import { Stripe } from 'stripe'

/** Number of 500 responses per key; the oldest keys are evicted first. */
const spent = new Map<string, number>()
const maxKeys = 1_000

/**
 * Calls with an idempotency key that has no 500 response yet: the provider stores such a response
 * and replays it for a day, whether the request took effect or not. Only for requests that can't
 * take effect twice, or whose duplicates do no harm: the retry after a 500 uses a new key.
 */
export async function withFreshKey<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  const times = spent.get(key) ?? 0
  try {
    const done = await call(times === 0 ? key : `${key}:${times}`)
    spent.delete(key)
    return done
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500) {
      spent.delete(key)
      spent.set(key, times + 1)
      if (spent.size > maxKeys) spent.delete(spent.keys().next().value!)
    }
    throw error
  }
}
