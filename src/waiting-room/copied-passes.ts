import { replacedAfter } from './line.rules.ts'
import type { Pass } from './tickets.server.ts'

/**
 * Notices an admission that another browser goes on with: its shopper has shown a newer one since, while of a
 * browser that moves to another network each is newer than the last.
 */
export function copiedPasses() {
  /** The newest admission of each shopper that was shown, and since when. */
  const newest = new Map<string, { seen: number; since: number }>()
  return {
    isCopy({ ticket, at, seen }: Pass, now: number): boolean {
      const key = `${ticket}.${at}`
      const known = newest.get(key)
      if (known && seen < known.seen) return now > known.since + replacedAfter
      if (!known || seen > known.seen) newest.set(key, { seen, since: now })
      return false
    },
    clear: () => newest.clear(),
  }
}
