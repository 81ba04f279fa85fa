import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  changeWine,
  lockStaffWine,
  showLabelledBottle,
  winesToLabel,
} from './staff-wines.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { StoredFile } from './files.store.server.ts'
import {
  insertFile,
  insertFileOnce,
  pictureSize,
  pictureTypes,
  preparedPicture,
  sheetBySha256,
  showPicture,
  sizesOf,
  typesetBy,
} from './files.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { PictureShape, WhyNotPicture, WhyNotSheet } from '../pictures/picture.rules.ts'
import {
  pictureFormats,
  pictureInPreparation,
  pictureShapes,
  readPictureFile,
  uploadedPicture,
} from '../pictures/picture.rules.ts'
import type { TypedSheet } from '../sheets/typed-sheet.rules.ts'
import { sheetWordsOf } from '../sheets/typed-sheet.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'

import { wineSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type NotStored = { ok: false; reason: 'not-staff' | 'gone' }

type StoredPicture = Outcome<WhyNotPicture> | NotStored
type StoredSheet = Outcome<WhyNotSheet> | NotStored

/** Runs `write` on the locked wine, and writes the audit log entry. */
async function withWine(
  { db }: Services,
  viewer: Staff,
  id: string,
  file: 'picture' | 'sheet',
  write: (tx: Transaction, wine: StaffWine) => Promise<{ sha256: string }>,
): Promise<{ ok: true } | NotStored> {
  return db.transaction(async (tx) => {
    const wine = await lockStaffWine(tx, id)
    if (!wine) return { ok: false, reason: 'gone' }
    const { sha256 } = await write(tx, wine)
    await writeAuditEntry(tx, viewer, 'wine-updated', wineSubject(wine), {
      after: { [file]: sha256 },
    })
    return { ok: true }
  })
}

/**
 * Stores an uploaded picture of a wine, validated and re-encoded; it is shown once a background job
 * has made its sizes. Only for staff.
 */
export async function setWinePicture(
  services: Services,
  viewer: Staff,
  id: string,
  file: Buffer,
): Promise<StoredPicture> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const prepared = await services.pictures.prepare(file)
  if (!prepared.ok) return prepared
  const { shape: _, ...picture } = prepared.picture
  return withWine(services, viewer, id, 'picture', async (tx) => {
    const stored = await insertFile(tx, { ...picture, kind: 'picture', uploadedBy: viewer.email })
    const fileId = stored!.id
    await changeWine(tx, id, { pictureFile: fileId, image: pictureInPreparation })
    await queueJob(tx, 'make-picture-sizes', { fileId }, `picture:${fileId}`)
    return stored!
  })
}

const shapeOfWidth = (width: number): PictureShape =>
  width === pictureShapes.bottle.width ? 'bottle' : 'scene'

/** Makes the missing sizes of an uploaded picture, then shows it. A background job; idempotent. */
export async function makePictureSizes(services: Services, fileId: string): Promise<void> {
  const image = await makeSizes(services, fileId)
  if (image) await showPicture(services.db, fileId, image)
}

/**
 * Makes the sizes of a prepared picture that are missing. Returns its base name; null without one.
 */
export async function makeSizes(
  { db, pictures }: Services,
  fileId: string,
): Promise<string | null> {
  const prepared = await preparedPicture(db, fileId)
  if (!prepared) return null
  const shape = shapeOfWidth(prepared.width)
  const { width: fullWidth, height: fullHeight, widths } = pictureShapes[shape]
  const made = await sizesOf(db, fileId)
  for (const width of widths) {
    for (const format of pictureFormats) {
      const contentType = pictureTypes[format]
      if (made.has(`${contentType} ${width}`)) continue
      const bytes = await pictures.resize(prepared.bytes, width, format)
      const height = Math.round((width * fullHeight) / fullWidth)
      const size = { kind: 'picture', contentType, bytes, width, height } as const
      await insertFile(db, { ...size, madeFrom: fileId, uploadedBy: typesetBy })
    }
  }
  return uploadedPicture(prepared.sha256, shape)
}

const storeSheet =
  (id: string, bytes: Buffer, uploadedBy: string, sheetTyped: TypedSheet | null = null) =>
  async (tx: Transaction): Promise<{ sha256: string }> => {
    const file = { kind: 'sheet', contentType: 'application/pdf', bytes, uploadedBy } as const
    const stored = await insertFile(tx, file)
    const specSheet = `${stored!.sha256}.pdf`
    await changeWine(tx, id, { sheetFile: stored!.id, specSheet, sheetTyped })
    return stored!
  }

/** Stores an uploaded technical sheet, rebuilt from its pages. Only for staff. */
export async function setWineSheet(
  services: Services,
  viewer: Staff,
  id: string,
  file: Buffer,
): Promise<StoredSheet> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const rebuilt = await services.sheets.rebuild(file)
  if (!rebuilt.ok) return rebuilt
  const store = storeSheet(id, rebuilt.bytes, viewer.email)
  return withWine(services, viewer, id, 'sheet', store)
}

/** Typesets a technical sheet from typed text, which is stored with it. Only for staff. */
export async function typesetWineSheet(
  services: Services,
  viewer: Staff,
  id: string,
  typed: TypedSheet,
): Promise<{ ok: true } | NotStored> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return withWine(services, viewer, id, 'sheet', async (tx, wine) => {
    const labels = { ...copy.sheetFields, vintage: copy.vintage }
    const words = sheetWordsOf(typed, { vintage: wine.fields.vintage, labels })
    const bytes = await services.sheets.typeset({ ...words, title: wine.title })
    return storeSheet(id, bytes, typesetBy, typed)(tx)
  })
}

const sheetName = /^([0-9a-f]{64})\.pdf$/

/** An uploaded picture's size or a technical sheet, by its file name; null when there is none. */
export async function viewFile(
  { db }: Services,
  kind: 'picture' | 'sheet',
  name: string,
): Promise<StoredFile | null> {
  if (kind === 'sheet') {
    const sha256 = sheetName.exec(name)?.[1]
    return sha256 ? sheetBySha256(db, sha256) : null
  }
  const size = readPictureFile(name)
  return size ? pictureSize(db, size) : null
}

/**
 * Gives wines without a picture one of a bottle whose label has their name. Idempotent; a wine that
 * was renamed or got a picture meanwhile is left to the next run. A background job.
 */
export async function labelBottles(services: Services): Promise<void> {
  const { db, pictures } = services
  for (const wine of await winesToLabel(db)) {
    const bytes = await pictures.labelledBottle(wine)
    // The label's font lacks a character of the name: the neutral bottle stays.
    if (!bytes) continue
    const { width, height } = pictureShapes.bottle
    const picture = { kind: 'picture', contentType: pictureTypes.webp, width, height } as const
    const fileId = await insertFileOnce(db, { ...picture, bytes, uploadedBy: typesetBy })
    const image = await makeSizes(services, fileId)
    if (image) await showLabelledBottle(db, wine, image)
  }
}
