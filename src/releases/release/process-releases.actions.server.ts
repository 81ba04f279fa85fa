import { queueMail } from '#mail/mails.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'
import type { Services } from '#platform/services/services.ts'

import type { EndedPromises } from '../allocations/promises.store.server.ts'
import { endPromises } from '../allocations/promises.store.server.ts'
import { releaseSubject } from '../log.copy.ts'
import type { ReleaseEvent } from './release-notices.store.server.ts'
import { noteEvent, releaseEvents } from './release-notices.store.server.ts'

/** The actor of what happens to a release at an hour, without anybody's doing. */
const byHour = { id: null, email: 'release hours' }

const loggedAs = {
  opened: 'release-opened',
  'sold-out': 'release-sold-out',
  ended: 'release-ended',
} as const satisfies Record<ReleaseEvent, AuditAction>

/**
 * Ends the promises that are over, and tells the business once when a release has opened, sold out
 * or ended. Runs each minute. It opens and closes nothing: that is decided by the database's clock
 * wherever a wine is sold.
 */
export async function processReleases({ db, settings, log }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [releaseId, ended] of byRelease(await endPromises(tx))) {
      const units = Object.fromEntries(ended.map((each) => [each.wine, each.units]))
      await writeAuditEntry(
        tx,
        byHour,
        'promises-ended',
        releaseSubject(releaseId, Object.keys(units).join(', ')),
        { after: { units } },
      )
      log.info({ release: releaseId, units }, 'promises ended')
    }
  })
  for (const event of releaseEvents) {
    await db.transaction(async (tx) => {
      for (const { id, name, wines } of await noteEvent(tx, event)) {
        await queueMail(tx, 'release-notice', settings.businessEmail, { event, name, wines })
        await writeAuditEntry(tx, byHour, loggedAs[event], releaseSubject(id, name), {
          after: { sold: Object.fromEntries(wines.map(({ title, sold }) => [title, sold])) },
        })
        log.info({ release: id, event }, 'release came to an event')
      }
    })
  }
}

/** By release; grants of wines outside releases together. */
function byRelease(ended: readonly EndedPromises[]): Map<string, EndedPromises[]> {
  const groups = new Map<string, EndedPromises[]>()
  for (const each of ended) {
    const key = each.releaseId ?? 'grants'
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return groups
}
