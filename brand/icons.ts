/**
 * Makes what browsers, phones and shared links show of the shop: `npm run icons`. The initial for
 * small sizes, the flower from 180 pixels on, and the picture of 1200 × 630 for shared links.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'

import sharp from 'sharp'

const tinta = '#1a110b'
const lino = '#dbc6a6'
const place = new URL('../public/', import.meta.url)
const drawing = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

const wordmark = await drawing('wordmark.svg')
const mark = await drawing('mark.svg')
const initial = tile(initialOf(wordmark), 'translate(11.5 53.5) scale(0.615)')

await mkdir(new URL('icons/', place), { recursive: true })
await writeFile(new URL('favicon.svg', place), initial)
await writeFile(new URL('favicon.ico', place), icoOf(await png(initial, 32), 32))
for (const size of [180, 192, 512]) {
  await writeFile(new URL(`icons/icon-${size}.png`, place), await png(flower(0.8), size))
}
// Android crops maskable icons to a circle of four fifths of their width.
await writeFile(new URL('icons/icon-maskable-512.png', place), await png(flower(0.62), 512))
await writeFile(new URL('icons/share.jpg', place), await sharePicture())

/** The K of the wordmark: its outlines that begin left of the O. */
function initialOf(svg: string): string {
  const outlines = /<path d="([^"]+)"/.exec(svg)![1]!.match(/M[^Z]+Z/g)!
  return outlines.filter((outline) => Number.parseFloat(outline.slice(1)) < 66).join('')
}

function tile(outline: string, transform: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${tinta}" d="M0 0h64v64H0z"/><path fill="${lino}" transform="${transform}" d="${outline}"/></svg>\n`
}

/** The flower in the middle of a dark square, over this part of its width. */
function flower(part: number): string {
  const inner = mark.replace(
    '<svg ',
    `<svg x="${32 - 32 * part}" y="0" width="${64 * part}" height="64" `,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" color="${lino}"><path fill="${tinta}" d="M0 0h64v64H0z"/>${inner}</svg>`
}

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** An .ico with one PNG in it, which every browser since 2007 reads. */
function icoOf(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

/** The mountains with the wordmark in their sky. */
async function sharePicture(): Promise<Buffer> {
  const width = 420
  const words = wordmark.replace('<svg ', `<svg width="${width}" color="${tinta}" `)
  return sharp(new URL('pictures/cordillera-2000.webp', place).pathname)
    .resize(1200, 630, { position: 'top' })
    .composite([{ input: Buffer.from(words), left: (1200 - width) / 2, top: 70 }])
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer()
}
