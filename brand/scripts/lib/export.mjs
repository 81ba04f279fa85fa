// Writes a picture as AVIF and WebP at several widths: node export.mjs in.png out/name kind widths…
import { stat } from 'node:fs/promises'

import sharp from 'sharp'

/** Landscapes are soft and bear more compression than the lettering on a label. */
const quality = { landscape: { avif: 52, webp: 70 }, bottle: { avif: 58, webp: 78 } }

/** Phones get the narrow landscapes, under words and over slow connections. */
const qualityOf = (kind, width) =>
  kind === 'landscape' && width <= 560 ? { avif: 36, webp: 58 } : quality[kind]

const [, , source, target, kind, ...widths] = process.argv
for (const width of widths.map(Number)) {
  const picture = sharp(source).resize(width)
  const best = qualityOf(kind, width)
  const avif = { effort: 9, quality: best.avif, chromaSubsampling: '4:2:0' }
  const webp = { effort: 5, quality: best.webp, alphaQuality: 90, smartSubsample: true }
  await picture.clone().avif(avif).toFile(`${target}-${width}.avif`)
  await picture.clone().webp(webp).toFile(`${target}-${width}.webp`)
  const { size } = await stat(`${target}-${width}.avif`)
  process.stdout.write(`${target}-${width}.avif ${Math.round(size / 1024)} kB\n`)
}
