/**
 * Makes the bottle of typed technical sheets, on the white of paper: `node brand/sheet-bottle.ts`.
 * A JPEG goes into a PDF as it is.
 */
import sharp from 'sharp'

const rendered = new URL('../public/pictures/bottle-kohue-1000.webp', import.meta.url).pathname
const target = new URL('../src/catalogue/pictures/bottle.jpg', import.meta.url).pathname

const onWhite = await sharp(rendered)
  .flatten({ background: '#ffffff' })
  .linear(1.03, 0)
  .png()
  .toBuffer()
await sharp(onWhite)
  .trim({ background: '#ffffff', threshold: 40 })
  .resize({ height: 1150, withoutEnlargement: true })
  .jpeg({ quality: 72, mozjpeg: true })
  .toFile(target)
