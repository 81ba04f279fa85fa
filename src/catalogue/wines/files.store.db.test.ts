import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Services } from '#platform/services/services.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import {
  insertFile,
  insertFileOnce,
  pictureSize,
  preparedPicture,
  sheetBySha256,
  sizesOf,
  typesetBy,
} from './files.store.server.ts'
import { makePictureSizes } from './wine-files.actions.server.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>['db']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const stored = async (text: string, more: Partial<Parameters<typeof insertFile>[1]> = {}) =>
  (await insertFile(db, {
    ...{ kind: 'picture', contentType: 'image/webp', uploadedBy: 'ana@kohue.example' },
    ...more,
    bytes: Buffer.from(text),
  }))!

test('a picture is served in the size and the format that are asked for, a sheet as a sheet', async () => {
  const prepared = await stored('prepared', { width: 1_000, height: 2_000 })
  const size = (text: string, contentType: string, width: number) =>
    stored(text, { contentType, width, madeFrom: prepared.id })
  const small = await size('small avif', 'image/avif', 320)
  await size('small webp', 'image/webp', 320)
  await size('large avif', 'image/avif', 640)
  const { sha256 } = prepared
  const served = async (width: number, format: 'avif' | 'webp') =>
    String((await pictureSize(db, { sha256, width, format }))?.bytes)
  expect(await served(320, 'avif')).toBe('small avif')
  expect(await served(320, 'webp')).toBe('small webp')
  expect(await served(640, 'avif')).toBe('large avif')
  expect(await served(640, 'webp')).toBe('undefined')
  // Sizes are made of what was uploaded, not of one another.
  expect(await preparedPicture(db, prepared.id)).toMatchObject({ sha256, width: 1_000 })
  expect(await preparedPicture(db, small.id)).toBe(null)
  const sheet = await stored('%PDF', { kind: 'sheet', contentType: 'application/pdf' })
  expect(await preparedPicture(db, sheet.id)).toBe(null)
  expect(await sheetBySha256(db, sheet.sha256)).toMatchObject({ isTypeset: false })
  expect(await sheetBySha256(db, sha256)).toBe(null)
})

test('a file of the shop’s own is stored once, and never the one that staff uploaded', async () => {
  const uploaded = await stored('the same')
  const file = { kind: 'picture', contentType: 'image/webp', uploadedBy: typesetBy } as const
  const once = () => insertFileOnce(db, { ...file, bytes: Buffer.from('the same') })
  const own = await once()
  expect(own).not.toBe(uploaded.id)
  expect(await once()).toBe(own)
})

test('only the sizes that a picture lacks are made', async () => {
  const prepared = await stored('a bottle', { width: 1_000, height: 2_000 })
  await stored('there already', { contentType: 'image/avif', width: 640, madeFrom: prepared.id })
  const made: string[] = []
  const pictures = {
    async resize(_picture: Buffer, width: number, format: string) {
      made.push(`${format} ${width}`)
      return Buffer.from(`${format} ${width}`)
    },
  }
  const make = () => makePictureSizes({ db, pictures } as unknown as Services, prepared.id)
  await make()
  await make()
  expect(made.toSorted()).toEqual([
    ...['avif 1000', 'avif 320', 'webp 1000', 'webp 320', 'webp 640'],
  ])
  expect([...(await sizesOf(db, prepared.id))].toSorted()).toEqual([
    ...['image/avif 1000', 'image/avif 320', 'image/avif 640'],
    ...['image/webp 1000', 'image/webp 320', 'image/webp 640'],
  ])
})
