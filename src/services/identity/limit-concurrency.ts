/** Too much of this is running and waiting already: 503, to be retried in a few seconds. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly statusCode = 503
}

/**
 * Runs at most `running` of the given tasks at once and lets `waiting` more queue; beyond that it
 * throws Overloaded instead of making everybody wait.
 */
export function limitConcurrency(limits: { running: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) throw new Overloaded('too many password hashes')
      // The task that ends hands its slot over, so `running` stays as it is.
      await new Promise<void>((start) => queue.push(start))
    } else running++
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
