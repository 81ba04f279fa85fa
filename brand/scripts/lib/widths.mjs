// Writes a picture as AVIF and WebP at several widths, as public/pictures wants them.
import { stat } from 'node:fs/promises'

import sharp from 'sharp'

/** Landscapes are soft and bear more compression than the lettering on a label. */
const quality = { landscape: { avif: 52, webp: 70 }, bottle: { avif: 62, webp: 82 } }

/** Phones get the narrow landscapes, under words and over slow connections. */
const qualityOf = (kind, width) =>
  kind === 'landscape' && width <= 560 ? { avif: 36, webp: 58 } : quality[kind]

export async function writeWidths(source, target, kind, widths) {
  for (const width of widths) {
    const picture = sharp(source).resize(width)
    const best = qualityOf(kind, width)
    const avif = { effort: 6, quality: best.avif, chromaSubsampling: '4:2:0' }
    const webp = { effort: 4, quality: best.webp, alphaQuality: 90, smartSubsample: true }
    await picture.clone().avif(avif).toFile(`${target}-${width}.avif`)
    await picture.clone().webp(webp).toFile(`${target}-${width}.webp`)
    const { size } = await stat(`${target}-${width}.avif`)
    process.stdout.write(`${target}-${width}.avif ${Math.round(size / 1024)} kB\n`)
  }
}
