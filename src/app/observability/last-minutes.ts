/** The period of the figures, in minutes. */
const minutes = 5

/** Requests that a percentile needs at least. */
const fewest = 20

/** Factor between the bounds of buckets: a p95 is at most a fifth too long. */
const growth = 1.2
const buckets = 64

const bucketOf = (millis: number) =>
  Math.min(buckets - 1, Math.max(0, Math.ceil(Math.log(Math.max(1, millis)) / Math.log(growth))))

type Slot = {
  minute: number
  routes: Map<string, Uint32Array>
  counts: Map<string, number>
}

/**
 * Durations by route and other counts of the last five minutes, in slots of one minute; the metrics
 * count since the start.
 */
export function lastMinutes(now: () => number = Date.now) {
  const slots: Slot[] = []

  function slot(): Slot {
    const minute = Math.floor(now() / 60_000)
    const last = slots.at(-1)
    if (last?.minute === minute) return last
    while (slots.length > 0 && slots[0]!.minute <= minute - minutes) slots.shift()
    const next: Slot = { minute, routes: new Map(), counts: new Map() }
    slots.push(next)
    return next
  }

  return {
    observe(route: string, millis: number): void {
      const { routes } = slot()
      const counts = routes.get(route) ?? new Uint32Array(buckets)
      counts[bucketOf(millis)]!++
      routes.set(route, counts)
    },

    add(name: string, count = 1): void {
      const { counts } = slot()
      counts.set(name, (counts.get(name) ?? 0) + count)
    },

    count(name: string): number {
      slot()
      return slots.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0)
    },

    /** The route with the longest 95th percentile, in milliseconds; null while none has enough requests. */
    slowest(): { route: string; p95: number } | null {
      slot()
      const sums = new Map<string, Uint32Array>()
      for (const { routes } of slots) {
        for (const [route, counts] of routes) {
          const sum = sums.get(route) ?? new Uint32Array(buckets)
          counts.forEach((count, index) => (sum[index]! += count))
          sums.set(route, sum)
        }
      }
      let slowest: { route: string; p95: number } | null = null
      for (const [route, counts] of sums) {
        const total = counts.reduce((sum, count) => sum + count, 0)
        if (total < fewest) continue
        let left = Math.ceil(total * 0.95)
        const bucket = counts.findIndex((count) => (left -= count) <= 0)
        const p95 = Math.round(growth ** bucket)
        if (p95 > (slowest?.p95 ?? -1)) slowest = { route, p95 }
      }
      return slowest
    },
  }
}

export type LastMinutes = ReturnType<typeof lastMinutes>
