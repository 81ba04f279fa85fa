// Writes a picture as AVIF and WebP at several widths: node export.mjs in.png out/name kind widths…
import { stat } from 'node:fs/promises'

import sharp from 'sharp'

/** Landscapes are soft and bear more compression than the lettering on a label. */
const quality = { landscape: { avif: 52, webp: 70 }, bottle: { avif: 58, webp: 78 } }

const [, , source, target, kind, ...widths] = process.argv
for (const width of widths.map(Number)) {
  const picture = sharp(source).resize(width)
  const options = { effort: 5 }
  const avif = { ...options, quality: quality[kind].avif, chromaSubsampling: '4:2:0' }
  const webp = { ...options, quality: quality[kind].webp, alphaQuality: 90, smartSubsample: true }
  await picture.clone().avif(avif).toFile(`${target}-${width}.avif`)
  await picture.clone().webp(webp).toFile(`${target}-${width}.webp`)
  const { size } = await stat(`${target}-${width}.avif`)
  process.stdout.write(`${target}-${width}.avif ${Math.round(size / 1024)} kB\n`)
}
