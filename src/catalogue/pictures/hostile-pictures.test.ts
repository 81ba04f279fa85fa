import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import { preparePicture } from './sharp-pictures.server.ts'

const reasonOf = async (file: Buffer) => {
  const prepared = await preparePicture(file)
  return prepared.ok ? 'taken' : prepared.reason
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** The length of a PNG's signature, and of signature and header. */
const [signature, headed] = [8, 33]

let png: Buffer
/** 200 MB of zeros, compressed. */
let packed: Buffer
beforeAll(async () => {
  packed = deflateSync(Buffer.alloc(200_000_000), { level: 1 })
  const white = { width: 500, height: 1_000, channels: 3, background: '#fff' } as const
  png = await sharp({ create: white }).png().toBuffer()
})

/** A whole picture with one more chunk behind its header. */
const withChunk = (type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, headed), chunk(type, data), png.subarray(headed)])

/** A picture of one grey, as its header says it; its rows are sent packed. */
function greyPng(width: number, height: number, packedRows: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    png.subarray(0, signature),
    chunk('IHDR', header),
    chunk('IDAT', packedRows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The peak growth of the process's memory while `run` ran, in megabytes, and its result. */
async function grownBy<Result>(run: () => Promise<Result>) {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const result = await run()
  clearInterval(watch)
  return { result, megabytes: (Math.max(most, process.memoryUsage().rss) - before) / 1e6 }
}

describe('a malicious picture', () => {
  it('of 40,000 × 40,000 pixels in a small file is refused by its header', async () => {
    const bomb = greyPng(40_000, 40_000, packed)
    expect(bomb.length).toBeLessThan(1_000_000)
    const { result, megabytes } = await grownBy(() => reasonOf(bomb))
    expect(result).toBe('too-many-pixels')
    expect(megabytes).toBeLessThan(100)
  })

  it('with rows beyond its height unpacks no more than its header says', async () => {
    const { megabytes } = await grownBy(() => reasonOf(greyPng(800, 1_000, packed)))
    expect(megabytes).toBeLessThan(150)
  })

  it.each([
    ['zTXt', 'k\0\0'],
    ['iTXt', 'k\0\x01\0\0\0'],
    ['iCCP', 'k\0\0'],
  ])('with a bomb in its %s chunk fills no memory', async (type, head) => {
    const bomb = withChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), packed]))
    expect(bomb.length).toBeLessThan(1_000_000)
    const { megabytes } = await grownBy(() => reasonOf(bomb))
    expect(megabytes).toBeLessThan(150)
  })

  it('loses where it was taken, by whom and with what', async () => {
    const place = { GPSLatitudeRef: 'S', GPSLatitude: '33/1 36/1 0/1', GPSLongitudeRef: 'W' }
    const sent = await sharp(png)
      .withExif({ IFD0: { Artist: 'Ana Ruiz', Model: 'Camera 7' }, IFD3: place })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Altamira</x:xmpmeta>')
      .webp()
      .toBuffer()
    const before = await sharp(sent).metadata()
    expect(before.exif?.includes('Ana Ruiz')).toBe(true)
    expect(before.xmp).toBeDefined()
    const prepared = await preparePicture(sent)
    if (!prepared.ok) throw new Error(prepared.reason)
    const { exif, xmp, iptc } = await sharp(prepared.bytes).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
    expect(prepared.bytes.includes('Altamira')).toBe(false)
  })

  it.each([
    ['a GIF that is a script', 'GIF89a/*', '*/=1;alert(1)'],
    ['a PDF that is an archive', '%PDF-1.7\n', 'PK\x03\x04'],
    ['an SVG behind a byte order mark', '\uFEFF<svg xmlns="http://www.w3.org/2000/svg">', '</svg>'],
  ])('that is %s is no picture', async (_, head, tail) => {
    expect(await reasonOf(Buffer.concat([Buffer.from(head), png, Buffer.from(tail)]))).toBe(
      'not-a-picture',
    )
  })

  it('with an archive, a page and a PDF in its text and at its end loses them', async () => {
    const others = ['PK\x03\x04PK\x05\x06', '<script>alert(1)</script>', '%PDF-1.7 /JavaScript']
    const all = others.join('\n')
    const text = withChunk('tEXt', Buffer.from(`Comment\0${all}`, 'latin1'))
    const prepared = await preparePicture(Buffer.concat([text, Buffer.from(all, 'latin1')]))
    if (!prepared.ok) throw new Error(prepared.reason)
    const { bytes } = prepared
    expect(others.filter((other) => bytes.includes(Buffer.from(other, 'latin1')))).toEqual([])
  })

  it('cut off anywhere is refused', async () => {
    for (const part of [0.001, 0.2, 0.5, 0.9]) {
      const cut = png.subarray(0, Math.floor(png.length * part))
      expect(await reasonOf(cut), String(part)).toBe('not-a-picture')
    }
  })
})
