import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { unitsByWave } from '../release-day/release-figures.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import type { PreviewedAs } from './preview.rules.ts'
import { previewRelease } from './preview.rules.ts'

export type PreviewedWine = StaffRelease['wines'][number] & { release: WineRelease }

/** The wines of a release as a customer would see them at an hour. */
export async function previewedWines(
  db: Queryable,
  release: StaffRelease,
  { as, at }: { as: PreviewedAs; at: Date },
): Promise<PreviewedWine[]> {
  const allocated = as.kind === 'wave' ? await unitsByWave(db, release.id, as.waveId) : []
  return release.wines.map((wine) => {
    // The most frequent units of the wave; one case where it has no allocations yet.
    const units = allocated.find(({ productId }) => productId === wine.id)?.units ?? 1
    return { ...wine, release: previewRelease(release, { as, at, units }) }
  })
}
