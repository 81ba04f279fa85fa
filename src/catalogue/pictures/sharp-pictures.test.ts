import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { preparePicture, sharpPictures } from './sharp-pictures.server.ts'

const { resize, labelledBottle } = sharpPictures()

const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 90, g: 20, b: 30, alpha } } })

const reasonOf = async (file: Buffer) => {
  const prepared = await preparePicture(file)
  return prepared.ok ? 'taken' : prepared.reason
}

describe('an uploaded picture', () => {
  it('is encoded again without what else was in the file', async () => {
    const secret = '<script>alert(1)</script>'
    const sent = Buffer.concat([
      await plain(500, 1_200)
        .withExif({ IFD0: { Copyright: secret } })
        .png()
        .toBuffer(),
      Buffer.from(secret),
    ])
    const prepared = await preparePicture(sent)
    if (!prepared.ok) throw new Error(prepared.reason)
    expect(prepared).toMatchObject({ shape: 'scene', contentType: 'image/webp' })
    expect(prepared.bytes.includes('script')).toBe(false)
    expect((await sharp(prepared.bytes).metadata()).exif).toBeUndefined()
  })

  it('that is one bottle without background stands as the seeded ones do', async () => {
    const bottle = await plain(240, 980).png().toBuffer()
    const sent = await plain(900, 1_100, 0)
      .composite([{ input: bottle, left: 40, top: 20 }])
      .webp()
      .toBuffer()
    const prepared = await preparePicture(sent)
    if (!prepared.ok) throw new Error(prepared.reason)
    const { bytes, shape } = prepared
    expect(shape).toBe('bottle')
    const { info } = await sharp(bytes).trim({ threshold: 8 }).toBuffer({ resolveWithObject: true })
    expect(info.height).toBeGreaterThan(1_890)
    expect(info.height).toBeLessThan(1_910)
    const small = await resize(bytes, 320, 'avif')
    expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 640, format: 'heif' })
  })

  // The tests above take a PNG.
  it.each(['jpeg', 'webp', 'avif'] as const)('is taken as %s', async (format) => {
    const file = await plain(400, 900)
      .toFormat(format, format === 'jpeg' ? {} : { effort: 1 })
      .toBuffer()
    expect(await reasonOf(file)).toBe('taken')
  })

  it('is refused when it is another file under its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script/></svg>'
    expect(await reasonOf(Buffer.from(svg))).toBe('not-a-picture')
    expect(await reasonOf(Buffer.from('<!doctype html><script>1</script>'))).toBe('not-a-picture')
    expect(await reasonOf(await plain(400, 900).gif().toBuffer())).toBe('not-a-picture')
    const jpeg = await plain(400, 900).jpeg().toBuffer()
    expect(await reasonOf(jpeg.subarray(0, jpeg.length / 2))).toBe('not-a-picture')
    const png = await plain(400, 900).png().toBuffer()
    expect(await reasonOf(png.subarray(0, 60))).toBe('not-a-picture')
    const onlyBegins = Buffer.concat([png.subarray(0, 33), Buffer.from(svg)])
    expect(await reasonOf(onlyBegins)).toBe('not-a-picture')
    expect(await reasonOf(Buffer.alloc(0))).toBe('not-a-picture')
  })

  it('is refused by its header when it is too small or too large', async () => {
    expect(await reasonOf(await plain(1_200, 899).png().toBuffer())).toBe('too-low')
    const beforeMaking = process.cpuUsage()
    const wide = await sharp({
      create: { width: 40_000, height: 1_000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const making = process.cpuUsage(beforeMaking)
    const beforeReading = process.cpuUsage()
    expect(await reasonOf(wide)).toBe('too-many-pixels')
    // Its pixels are never decoded: a small part of what it cost to encode them.
    expect(process.cpuUsage(beforeReading).user).toBeLessThan(making.user / 4)
    expect(await reasonOf(Buffer.alloc(4 * 1024 * 1024 + 1))).toBe('too-large')
  })
})

it('writes on the label of the bottle and nowhere else', async () => {
  const [one, other] = await Promise.all(
    ['Ñandú d’Uco', 'Malbec'].map(async (name) => {
      const bottle = await labelledBottle({ name, vintage: '2024' })
      return sharp(bottle!).raw().toBuffer({ resolveWithObject: true })
    }),
  )
  expect(one!.info).toMatchObject({ width: 1_000, height: 2_000, channels: 4 })
  const rows = new Set<number>()
  one!.data.forEach((value, at) => {
    if (Math.abs(value - other!.data[at]!) > 60) rows.add(Math.floor(at / 4_000))
  })
  // The name's line, of 35 pixels or so.
  expect(rows.size).toBeGreaterThan(15)
  expect(Math.min(...rows)).toBeGreaterThan(1_450)
  expect(Math.max(...rows)).toBeLessThan(1_540)
})
