import { showLabelledBottle, winesToLabel } from '#data/catalogue/staff-wines.ts'
import { insertFileOnce, pictureTypes, typesetBy } from '#data/files/files.ts'
import { pictureShapes } from '#domain/catalogue/picture.ts'

import type { Services } from '#use-cases/services.ts'

import { makeSizes } from './wine-files.ts'

/**
 * Gives wines without a picture a bottle whose label names them. Interrupted and run again it goes
 * on; a wine that was renamed or got a picture meanwhile is left to the next run.
 */
export async function labelBottles(services: Services): Promise<void> {
  const { db, pictures } = services
  for (const wine of await winesToLabel(db)) {
    const bytes = await pictures.labelledBottle(wine)
    // The label's typeface lacks one of its characters: the bottle without a name stays.
    if (!bytes) continue
    const { width, height } = pictureShapes.bottle
    const picture = { kind: 'picture', contentType: pictureTypes.webp, width, height } as const
    const fileId = await insertFileOnce(db, { ...picture, bytes, uploadedBy: typesetBy })
    const image = await makeSizes(services, fileId)
    if (image) await showLabelledBottle(db, wine, image)
  }
}
