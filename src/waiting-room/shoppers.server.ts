import type { Database } from '#platform/database/connection.server.ts'

import { countTogether } from './places.store.server.ts'

/** How long it is good, in milliseconds, how many shoppers all processes have together. */
const countStays = 3_000

/**
 * The shoppers of one process, by browser, and until when each counts. The database is asked only where several
 * processes near their capacity: then they count together once a second.
 */
export function shoppersHere(db: Database, capacity: number) {
  const present = new Map<string, number>()
  let processes = 1
  /** What was counted, how many of them were here, and when that was. */
  let together = { shoppers: 0, fresh: 0, here: 0, at: -Infinity }
  const share = () => Math.max(1, Math.floor(capacity / processes))

  return {
    present: present as ReadonlyMap<string, number>,
    /** Counts this browser until then at least; until when it counts now. */
    add(browser: string, until: number): number {
      const later = Math.max(until, present.get(browser) ?? 0)
      present.set(browser, later)
      return later
    },
    /** Counts this browser no longer; false when it did not count. */
    remove: (browser: string) => present.delete(browser),
    /** Those who still count. */
    current: () => new Map([...present].filter(([, until]) => until > Date.now())),
    forgetIdle() {
      const now = Date.now()
      for (const [browser, until] of present) if (until <= now) present.delete(browser)
    },
    /** How many processes share the capacity, as their reports say. */
    shareWith(all: number) {
      processes = Math.max(1, all)
    },
    areAllHere: () => processes === 1,
    /**
     * Whether one more may come in while the line is closed. A proxy sends the requests of one shopper to any
     * process, so each may know them all. As many as came here since they were counted may have come to each, and
     * as many as were fresh then to each of the others since it last said who is there.
     */
    hasRoom(): boolean {
      const isOfShare = present.size < share()
      if (processes === 1 || performance.now() - together.at > countStays) return isOfShare
      const since = Math.max(0, present.size - together.here)
      if (together.shoppers + since >= capacity) return false
      const untold = together.fresh * (processes - 1) + since * processes
      return isOfShare || together.shoppers + untold < capacity
    },
    /** Counts the shoppers of all processes, well before those of this one are its share. */
    async countTogether(): Promise<void> {
      if (processes === 1 || present.size * 2 < share()) return
      const here = present.size
      const counted = await countTogether(db, present)
      together = { ...counted, here, at: performance.now() }
    },
  }
}

export type Shoppers = ReturnType<typeof shoppersHere>
