import { networksPerAdmission, replacedAfter } from './line.rules.ts'
import type { Pass } from './tickets.server.ts'

/**
 * Notices an admission that another browser goes on with: its shopper has shown a newer one since, while of a
 * browser that moves to another network each is newer than the last. Visitors who hand the newest to each other come
 * from more networks than one browser does.
 */
export function copiedPasses() {
  /** The newest admission of each shopper that was shown, since when, and the networks of a visitor. */
  const newest = new Map<string, { seen: number; since: number; networks: Set<string> }>()
  return {
    /** `network`: null for a login session, which is one account's wherever it is. */
    isCopy({ ticket, at, seen }: Pass, network: string | null, now: number): boolean {
      const key = `${ticket}.${at}`
      const known = newest.get(key) ?? { seen: -1, since: now, networks: new Set() }
      newest.set(key, known)
      if (network !== null && !known.networks.has(network)) {
        if (known.networks.size >= networksPerAdmission) return true
        known.networks.add(network)
      }
      if (seen < known.seen) return now > known.since + replacedAfter
      if (seen > known.seen) Object.assign(known, { seen, since: now })
      return false
    },
    clear: () => newest.clear(),
  }
}
