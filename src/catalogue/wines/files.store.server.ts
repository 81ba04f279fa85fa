import { createHash } from 'node:crypto'

import { and, eq, isNull, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { PictureFormat, PictureSize } from '../pictures/picture.rules.ts'
import { files, products } from './tables.ts'

export type StoredFile = { bytes: Buffer; contentType: string; isTypeset: boolean }

export const pictureTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
} as const satisfies Record<PictureFormat, string>

/** `uploadedBy` of sheets that the shop typeset itself. */
export const typesetBy = 'the shop'

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

type NewFile = Omit<typeof files.$inferInsert, 'id' | 'sha256' | 'uploadedAt'>

/** Stores a file. Null when it is a size of a picture that exists. */
export async function insertFile(
  db: Queryable,
  file: NewFile,
): Promise<{ id: string; sha256: string } | null> {
  const sha256 = sha256Of(file.bytes)
  const [row] = await db
    .insert(files)
    .values({ ...file, sha256 })
    .onConflictDoNothing()
    .returning({ id: files.id })
  return row ? { id: row.id, sha256 } : null
}

/** Stores a prepared picture of the shop's own unless it exists. Returns its id. */
export async function insertFileOnce(db: Queryable, file: NewFile): Promise<string> {
  const isSame = [eq(files.sha256, sha256Of(file.bytes)), eq(files.uploadedBy, file.uploadedBy)]
  const [there] = await db
    .select({ id: files.id })
    .from(files)
    .where(and(...isSame, isNull(files.madeFrom)))
    .limit(1)
  return there?.id ?? (await insertFile(db, file))!.id
}

type PreparedFile = { id: string; sha256: string; bytes: Buffer; width: number }

/** A prepared picture, from which the sizes are made; null for other files. */
export async function preparedPicture(db: Queryable, id: string): Promise<PreparedFile | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ id: files.id, sha256: files.sha256, bytes: files.bytes, width: files.width })
    .from(files)
    .where(and(eq(files.id, id), eq(files.kind, 'picture'), isNull(files.madeFrom)))
  return row ? { ...row, width: row.width! } : null
}

/** The existing sizes of a picture, such as `image/avif 320`. */
export async function sizesOf(db: Queryable, id: string): Promise<Set<string>> {
  const rows = await db
    .select({ contentType: files.contentType, width: files.width })
    .from(files)
    .where(eq(files.madeFrom, id))
  return new Set(rows.map(({ contentType, width }) => `${contentType} ${width}`))
}

/** A size of an uploaded picture, by the hash of the picture that it was made from. */
export async function pictureSize(db: Queryable, size: PictureSize): Promise<StoredFile | null> {
  const prepared = alias(files, 'prepared')
  const [row] = await db
    .select({ bytes: files.bytes, contentType: files.contentType })
    .from(prepared)
    .innerJoin(files, eq(files.madeFrom, prepared.id))
    .where(
      and(
        eq(prepared.sha256, size.sha256),
        eq(files.width, size.width),
        eq(files.contentType, pictureTypes[size.format]),
      ),
    )
    .limit(1)
  return row ? { ...row, isTypeset: false } : null
}

/** A technical sheet by its hash. */
export async function sheetBySha256(db: Queryable, sha256: string): Promise<StoredFile | null> {
  const [row] = await db
    .select({ bytes: files.bytes, contentType: files.contentType, by: files.uploadedBy })
    .from(files)
    .where(and(eq(files.sha256, sha256), eq(files.kind, 'sheet')))
    .limit(1)
  return row
    ? { bytes: row.bytes, contentType: row.contentType, isTypeset: row.by === typesetBy }
    : null
}

/** Sets the picture of the wines that have this file, once all of its sizes exist. */
export async function showPicture(db: Queryable, fileId: string, image: string): Promise<void> {
  await db
    .update(products)
    .set({ image })
    .where(and(eq(products.pictureFile, fileId), ne(products.image, image)))
}
