/** Too many tasks are running and queued: 503, to be retried in a few seconds. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly statusCode = 503
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Runs at most `running` tasks at once and queues up to `waiting` more. Sources (networks) take turns, each
 * in its own order. When the queue is full, the source with the most tasks in it loses its last one, which
 * throws Overloaded; a source that would have as many itself is refused.
 */
export function limitConcurrency(limits: { running: number; waiting: number }) {
  let running = 0
  let waiting = 0
  // A map keeps its order: the source that is served moves to the end.
  const queues = new Map<string, Waiting[]>()

  return async function run<T>(source: string, task: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (waiting >= limits.waiting) makeRoomFor(source)
      // The ending task passes its slot on, so `running` is unchanged.
      await new Promise<void>((start, refuse) => {
        const queue = queues.get(source) ?? []
        queue.push({ start, refuse: () => refuse(new Overloaded('too many password hashes')) })
        queues.set(source, queue)
        waiting++
      })
    } else running++
    try {
      return await task()
    } finally {
      const next = takeNext()
      if (next) next.start()
      else running--
    }
  }

  function makeRoomFor(source: string) {
    const longest = [...queues.values()].reduce((one, other) =>
      other.length > one.length ? other : one,
    )
    if (longest.length <= (queues.get(source)?.length ?? 0) + 1) {
      throw new Overloaded('too many password hashes')
    }
    waiting--
    longest.pop()!.refuse()
  }

  function takeNext(): Waiting | undefined {
    const [turn] = queues
    if (!turn) return undefined
    const [source, queue] = turn
    const next = queue.shift()
    waiting--
    queues.delete(source)
    if (queue.length > 0) queues.set(source, queue)
    return next
  }
}
