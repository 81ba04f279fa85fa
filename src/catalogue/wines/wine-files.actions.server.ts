import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import { wineSubject } from '../log.copy.ts'
import type { PictureShape } from '../pictures/picture.rules.ts'
import {
  pictureFormats,
  pictureInPreparation,
  pictureShapes,
  readPictureFile,
  uploadedPicture,
} from '../pictures/picture.rules.ts'
import type { TypedSheet } from '../sheets/typed-sheet.rules.ts'
import { readTypedSheet, sheetWordsOf } from '../sheets/typed-sheet.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
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
import { queuePictures } from './queue-pictures.server.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  changeWine,
  lockStaffWine,
  showLabelledBottle,
  winesToLabel,
} from './staff-wines.store.server.ts'

/** The kinds of files a wine has, as its addresses call them. */
export const wineFileKinds = ['picture', 'sheet', 'typed-sheet'] as const

/** What to write into the locked wine's row and beside it; returns the stored file. */
type Store = (tx: Transaction, wine: StaffWine) => Promise<{ sha256: string } | null>

/**
 * Stores a picture of a wine, validated and re-encoded, which is shown once a background job has made its
 * sizes; or its technical sheet, rebuilt from its pages or typeset from typed text, unless another than `seen` was
 * saved meanwhile.
 */
export const setWineFile = staffWork({
  needs: 'manage-releases',
  log: 'wine-updated',
  form: z.looseObject({
    id: text(),
    kind: text(),
    file: z.unknown().optional(),
    /** The sheet that its form showed; a picture's has none. */
    seen: z.string().optional(),
  }),
  async run({ services, viewer, audit }, { id, kind: asked, file, seen, ...typed }) {
    const kind = wineFileKinds.find((known) => known === asked)
    if (!kind) return notThere()
    const store =
      kind === 'typed-sheet'
        ? typesetSheet(services, readTypedSheet(typed))
        : await ({ picture: storePicture, sheet: storeUploadedSheet } as const)[kind](
            services,
            viewer,
            await bytesOf(file),
          )
    await services.db.transaction(async (tx) => {
      const wine = await lockStaffWine(tx, id)
      if (!wine) throw notThere()
      if (seen !== undefined && seen !== (wine.specSheet ?? '')) throw refuse(copy.otherSheet)
      const { sha256 } = (await store(tx, wine))!
      const part = kind === 'picture' ? 'picture' : 'sheet'
      await audit(tx, wineSubject(wine), { after: { [part]: sha256 } })
    })
    return { id, kind }
  },
  say: ({ id, kind }) => ({
    to: paths.wine(id),
    sentence:
      kind === 'picture'
        ? 'The picture is uploaded. Its sizes are being made; until then three bottles are shown.'
        : 'The technical sheet is saved.',
  }),
})

async function bytesOf(file: unknown): Promise<Buffer> {
  if (file instanceof File && file.size > 0) return Buffer.from(await file.arrayBuffer())
  throw refuse('Please choose a file.', { field: 'file' })
}

const wrongFile = (reason: string, sentence: string) =>
  new Refusal(reason === 'too-large' ? 413 : 422, sentence, { file: sentence })

async function storePicture(services: Services, viewer: Staff, file: Buffer): Promise<Store> {
  const prepared = await services.pictures.prepare(file)
  if (!prepared.ok) throw wrongFile(prepared.reason, copy.pictureErrors[prepared.reason])
  const { shape: _, ...picture } = prepared.picture
  return async (tx, { id }) => {
    const stored = await insertFile(tx, { ...picture, kind: 'picture', uploadedBy: viewer.email })
    const fileId = stored!.id
    await changeWine(tx, id, { pictureFile: fileId, image: pictureInPreparation })
    await queuePictures(tx, 'make-picture-sizes', { fileId }, `picture:${fileId}`)
    return stored
  }
}

async function storeUploadedSheet(services: Services, viewer: Staff, file: Buffer): Promise<Store> {
  const rebuilt = await services.sheets.rebuild(file)
  if (!rebuilt.ok) throw wrongFile(rebuilt.reason, copy.sheetErrors[rebuilt.reason])
  return (tx, wine) => storeSheet(tx, wine, rebuilt.bytes, viewer.email)
}

/** The typed text is stored with the sheet. */
const typesetSheet =
  ({ sheets }: Services, typed: TypedSheet): Store =>
  async (tx, wine) => {
    const labels = { ...copy.sheetFields, vintage: copy.vintage }
    const words = sheetWordsOf(typed, { vintage: wine.fields.vintage, labels })
    const bytes = await sheets.typeset({ ...words, title: wine.title })
    return storeSheet(tx, wine, bytes, typesetBy, typed)
  }

async function storeSheet(
  tx: Transaction,
  { id }: StaffWine,
  bytes: Buffer,
  uploadedBy: string,
  sheetTyped: TypedSheet | null = null,
) {
  const file = { kind: 'sheet', contentType: 'application/pdf', bytes, uploadedBy } as const
  const stored = await insertFile(tx, file)
  const specSheet = `${stored!.sha256}.pdf`
  await changeWine(tx, id, { sheetFile: stored!.id, specSheet, sheetTyped })
  return stored
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
async function makeSizes({ db, pictures }: Services, fileId: string): Promise<string | null> {
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
  await eachApart(await winesToLabel(db), async (wine) => {
    const bytes = await pictures.labelledBottle(wine)
    // The label's font lacks a character of the name: the neutral bottle stays.
    if (!bytes) return
    const { width, height } = pictureShapes.bottle
    const picture = { kind: 'picture', contentType: pictureTypes.webp, width, height } as const
    const fileId = await insertFileOnce(db, { ...picture, bytes, uploadedBy: typesetBy })
    const image = await makeSizes(services, fileId)
    if (image) await showLabelledBottle(db, wine, image)
  })
}
