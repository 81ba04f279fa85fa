// `node brand/email-pictures.ts`: the pictures of emails, as PNG at twice their displayed size.
// Mail clients show neither SVG nor AVIF. One mid-tone serves light and dark backgrounds alike, also
// in clients that invert an email's colors and leave its pictures.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/mail/pictures')

const copper = '#9a6238'
const dune = '#ad8f71'

async function drawing(source: string, name: string, color: string, width: number) {
  const svg = (await readFile(join(root, source), 'utf8')).replaceAll('currentColor', color)
  const picture = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ width: width * 2 })
    .png({ palette: true, colors: 12, effort: 10 })
    .toBuffer()
  await writeFile(join(folder, `${name}.png`), picture)
}

/** Without the empty margin around the bottle, so that its height is the picture's. */
async function bottle(product: string, height: number) {
  const trimmed = await sharp(join(root, `public/pictures/bottle-${product}-1000.webp`))
    .trim()
    .toBuffer()
  const picture = await sharp(trimmed)
    .resize({ height: height * 2 })
    .png({ palette: true, colors: 128, effort: 10 })
    .toBuffer()
  await writeFile(join(folder, `bottle-${product}.png`), picture)
}

await drawing('brand/wordmark.svg', 'wordmark', copper, 180)
await drawing('public/pictures/cordillera-divider.svg', 'skyline', dune, 504)
for (const product of ['malbec-2022', 'malbec-2021', 'cabernet-sauvignon-2021']) {
  await bottle(product, 96)
}
