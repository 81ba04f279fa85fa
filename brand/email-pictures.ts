// `node brand/email-pictures.ts`: the pictures of emails, as PNG at twice their displayed size.
// Mail clients show neither SVG nor AVIF. One mid-tone serves light and dark backgrounds alike, also
// in clients that invert an email's colors and leave its pictures.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/mail/pictures')

const ink = '#2b2019'
/** Of the email's sheet: ink would be lost where a client darkens that and leaves the picture. */
const sheet = '#fdf8ee'
const dune = '#ad8f71'

async function drawing(source: string, name: string, color: string, width: number) {
  const svg = (await readFile(join(root, source), 'utf8')).replaceAll('currentColor', color)
  const drawn = sharp(Buffer.from(svg), { density: 300 }).resize({ width: width * 2 })
  const picture = name === 'wordmark' ? onSheet(await drawn.toBuffer()) : drawn
  await writeFile(
    join(folder, `${name}.png`),
    await picture.png({ palette: true, colors: 12, effort: 10 }).toBuffer(),
  )
}

const onSheet = (drawn: Buffer) =>
  sharp(drawn)
    .extend({ top: 24, bottom: 24, left: 32, right: 32, background: sheet })
    .flatten({ background: sheet })

/** Without the empty margin around the bottle, so that its height is the picture's. */
const trimmedBottle = (product: string) =>
  sharp(join(root, `public/pictures/bottle-${product}-1000.webp`))
    .trim()
    .toBuffer()

/** Three bottles on the panel of the emails, the middle one nearer. */
async function caseOf(product: string) {
  const trimmed = await trimmedBottle(product)
  const [width, height] = [520, 570]
  const sized = (tall: number) => sharp(trimmed).resize({ height: tall }).toBuffer()
  const [behind, front] = await Promise.all([sized(480), sized(505)])
  const wide = (await sharp(behind).metadata()).width
  const middle = (await sharp(front).metadata()).width
  const picture = await sharp({ create: { width, height, channels: 3, background: '#f1e4cc' } })
    .composite([
      { input: behind, left: Math.round(width / 2 - wide * 1.62), top: 42 },
      { input: behind, left: Math.round(width / 2 + wide * 0.62), top: 42 },
      { input: front, left: Math.round((width - middle) / 2), top: 30 },
    ])
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer()
  await writeFile(join(folder, `case-${product}.jpg`), picture)
}

async function bottle(product: string, height: number) {
  const trimmed = await trimmedBottle(product)
  const picture = await sharp(trimmed)
    .resize({ height: height * 2 })
    .png({ palette: true, colors: 128, effort: 10 })
    .toBuffer()
  await writeFile(join(folder, `bottle-${product}.png`), picture)
}

await drawing('brand/wordmark.svg', 'wordmark', ink, 180)
await drawing('public/pictures/cordillera-divider.svg', 'skyline', dune, 504)
for (const product of ['malbec-2022', 'malbec-2021', 'cabernet-sauvignon-2021']) {
  await bottle(product, 96)
  await caseOf(product)
}
await bottle('kohue', 96)
