// `node brand/heal-stone.ts`, once per render of the stone: the row of poplars in its backdrop ends in a
// straight edge where the vineyard was cut. It thins out into the haze instead. Then `node brand/bottles.ts`.
import { writeFile } from 'node:fs/promises'

import sharp from 'sharp'

import { stoneRender } from './renders.ts'

/** Parts of the picture's width and height: where the row thins, where only haze is, and its height. */
const row = { from: 0.2, to: 0.385, haze: [0.42, 0.5], top: 0.44, bottom: 0.545, feather: 0.025 }

const { data, info } = await sharp(stoneRender.file)
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true })
const { width, height, channels } = info

const smooth = (from: number, to: number, at: number) => {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

for (let y = 0; y < height; y++) {
  const down = y / height
  const inRow =
    smooth(row.top - row.feather, row.top, down) *
    (1 - smooth(row.bottom, row.bottom + row.feather, down))
  if (inRow === 0) continue
  const left = Math.round(row.haze[0]! * width)
  const right = Math.round(row.haze[1]! * width)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let x = left; x < right; x++) sum += data[(y * width + x) * channels + channel]!
    const haze = sum / (right - left)
    for (let x = 0; x < left; x++) {
      const at = (y * width + x) * channels + channel
      const strength = inRow * smooth(row.from, row.to, x / width)
      data[at] = Math.round(data[at]! + (haze - data[at]!) * strength)
    }
  }
}

const healed = sharp(data, { raw: { width, height, channels } })
await writeFile(stoneRender.file, await healed.webp({ quality: 96, effort: 6 }).toBuffer())
