/** Too many tasks are running and queued: 503, to be retried in a few seconds. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly statusCode = 503
}

/**
 * Runs at most `running` tasks at once and queues up to `waiting` more; beyond that it throws
 * Overloaded.
 */
export function limitConcurrency(limits: { running: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) throw new Overloaded('too many password hashes')
      // The ending task passes its slot on, so `running` is unchanged.
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
