import sharp from 'sharp'
import { expect, it } from 'vitest'

import { sharpPictures } from '../pictures/sharp-pictures.server.ts'
import { sheetFiles } from '../sheets/sheet-files.server.ts'
import { inChild } from './in-child.server.ts'

/** A PDF of a page whose resources have this many names. */
const namedPdf = (names: number) =>
  Buffer.from(
    [
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources <<',
      ...Array.from({ length: names }, (_, at) => `/N${at} 1`),
      '>> >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF',
    ].join('\n'),
  )

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })

it('brings a picture and a sheet into shape, and says why a file is refused', async () => {
  const { prepare } = sharpPictures()
  const { rebuild } = sheetFiles()
  const prepared = await prepare(await white(500, 1_000).jpeg().toBuffer())
  if (!prepared.ok) throw new Error(prepared.reason)
  const { bytes, ...picture } = prepared.picture
  expect(picture).toEqual({
    shape: 'scene',
    contentType: 'image/webp',
    width: 1_400,
    height: 1_400,
  })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_400 })
  const low = await white(500, 899).jpeg().toBuffer()
  expect(await prepare(low)).toEqual({ ok: false, reason: 'too-low' })
  const sheet = await rebuild(namedPdf(1))
  if (!sheet.ok) throw new Error(sheet.reason)
  expect(sheet.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await rebuild(Buffer.from('page'))).toEqual({ ok: false, reason: 'not-a-pdf' })
})

it('keeps nothing of sheets with 200,000 names in the shop', async () => {
  const { rebuild } = sheetFiles()
  await rebuild(namedPdf(200_000))
  const before = process.memoryUsage().rss
  for (let time = 0; time < 3; time++) await rebuild(namedPdf(200_000))
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100)
})

it('ends a process that takes more memory or time than it may, and goes on', async () => {
  const large = await white(6_000, 6_000).jpeg({ progressive: true }).toBuffer()
  expect(await inChild('picture', large, { megabytes: 90, seconds: 30 })).toBeNull()
  expect(await inChild('picture', large, { megabytes: 360, seconds: 0.2 })).toBeNull()
  const small = await white(500, 1_000).jpeg().toBuffer()
  expect(await inChild('picture', small)).toMatchObject({ made: { ok: true } })
})

it('decodes one file at a time', async () => {
  const { prepare } = sharpPictures()
  const file = await white(2_000, 2_000).png().toBuffer()
  let most = 0
  const looking = setInterval(() => {
    const children = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')
    most = Math.max(most, children.length)
  }, 5)
  const prepared = await Promise.all([1, 2, 3].map(() => prepare(file)))
  clearInterval(looking)
  expect(prepared.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(most).toBe(1)
})
