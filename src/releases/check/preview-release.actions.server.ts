import { unitsByWave } from '../release-day/release-figures.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { PreviewedAs } from './preview.rules.ts'
import { previewRelease } from './preview.rules.ts'
import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

export type PreviewedWine = StaffRelease['wines'][number] & { release: WineRelease }

/** A release as a customer would see it at an hour; reads only. Only for staff. */
export async function previewReleaseAs(
  { db }: Services,
  viewer: Staff,
  id: string,
  { as, at }: { as: PreviewedAs; at: Date },
): Promise<Outcome<'not-staff' | 'gone', { release: StaffRelease; wines: PreviewedWine[] }>> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const release = await staffReleaseById(db, id)
  if (!release) return { ok: false, reason: 'gone' }
  const allocated = as.kind === 'wave' ? await unitsByWave(db, id, as.waveId) : []
  const wines = release.wines.map((wine) => {
    // The most frequent units of the wave; one case where it has no allocations yet.
    const units = allocated.find(({ productId }) => productId === wine.id)?.units ?? 1
    return { ...wine, release: previewRelease(release, { as, at, units }) }
  })
  return { ok: true, release, wines }
}
