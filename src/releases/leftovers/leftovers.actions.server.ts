import type { LeftoverWine } from '#requests/requested-wines.store.server.ts'
import { leftoverWines } from '#requests/requested-wines.store.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import { adminLeftoversCopy } from './admin-leftovers.copy.ts'
import { restOfRelease } from '../release/cloned-release.rules.ts'
import { typedOf } from '../release/typed-release.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import type { SavedWines } from '../release/save-release.actions.server.ts'
import { createRelease, saveReleaseWines } from '../release/save-release.actions.server.ts'

export type { LeftoverWine }

/** What remains of the wines of a release, with the requests for them; null for all but staff. */
export async function viewLeftovers(
  { db }: Services,
  viewer: Staff,
  releaseId: string,
): Promise<LeftoverWine[] | null> {
  if (!may(viewer, 'manage-releases') || !isUuid(releaseId)) return null
  return leftoverWines(db, releaseId)
}

type OpenedRest =
  | Outcome<'not-staff' | 'gone' | 'wrong-state' | 'no-wine' | 'invalid', { id: string }>
  /** The draft was made, but has no wines yet. */
  | {
      ok: false
      reason: 'no-wines-yet'
      id: string
      why: Exclude<SavedWines, { ok: true }>['reason']
    }

/**
 * Drafts an open release with the wines that remain of one that has ended, by default from tomorrow for
 * two weeks. The form's key is the draft's id: a form sent twice makes one draft, and completes one that
 * has no wines yet. Only for staff.
 */
export async function openRest(
  services: Services,
  viewer: Staff,
  releaseId: string,
  { key, wines }: { key: string; wines: readonly string[] },
): Promise<OpenedRest> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const { db, clock, settings } = services
  const release = await staffReleaseById(db, releaseId)
  if (!release) return { ok: false, reason: 'gone' }
  if (release.phase !== 'closed') return { ok: false, reason: 'wrong-state' }
  // A draft without wines is one whose making was interrupted: the same form gives it its wines.
  const isMade = async () =>
    isUuid(key) && ((await staffReleaseById(db, key))?.wines.length ?? 0) > 0
  if (await isMade()) return { ok: true, id: key }
  const rest = (await leftoverWines(db, releaseId)).map(({ id }) => id)
  const chosen = rest.filter((id) => wines.includes(id))
  // Sent twice at once, the other one may just have taken the wines.
  if (chosen.length === 0) {
    return (await isMade()) ? { ok: true, id: key } : { ok: false, reason: 'no-wine' }
  }
  const { timeZone } = settings
  const typed = restOfRelease(typedOf(release.fields, timeZone), {
    name: adminLeftoversCopy.nameOf(release.fields.name),
    wave: 'Everyone',
    now: clock(),
    timeZone,
  })
  const created = await createRelease(services, viewer, typed, { key })
  if (!created.ok) {
    return { ok: false, reason: created.reason }
  }
  const saved = await saveReleaseWines(services, viewer, created.id, { wines: chosen, version: 1 })
  // `saved-elsewhere`: the same form, sent twice, has chosen them already.
  if (saved.ok || saved.reason === 'saved-elsewhere') return { ok: true, id: created.id }
  return { ok: false, reason: 'no-wines-yet', id: created.id, why: saved.reason }
}
