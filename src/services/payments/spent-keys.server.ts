import { Stripe } from 'stripe'

/** How often a key has been answered by 500; the oldest are forgotten first. */
const spent = new Map<string, number>()
const mostKept = 1_000

/**
 * Asks under a key that the provider has not answered by 500: it keeps such an answer and would
 * give it to every repeat for a day, whether the thing was done or not. Only for what can't be done
 * twice, or does no harm if it is: whoever asks again after a 500 asks under the next key.
 */
export async function underFreshKey<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  const times = spent.get(key) ?? 0
  try {
    const done = await call(times === 0 ? key : `${key}:${times}`)
    spent.delete(key)
    return done
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500) {
      spent.delete(key)
      spent.set(key, times + 1)
      if (spent.size > mostKept) spent.delete(spent.keys().next().value!)
    }
    throw error
  }
}
