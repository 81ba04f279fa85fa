import { setImmediate as nextTurn } from 'node:timers/promises'

import latin from '@fontsource/cinzel/files/cinzel-latin-500-normal.woff?inline'
import latinExtended from '@fontsource/cinzel/files/cinzel-latin-ext-500-normal.woff?inline'
import type { Font } from 'fontkit'
import type Sharp from 'sharp'

import { bytesOf } from '#platform/http/inline-file.ts'

import bottle from './bottle.webp?inline'
import { bottleCamera, labelAt } from './label-geometry.ts'
import type { LabelLine } from './label-lines.ts'
import { labelLines, labelSize } from './label-lines.ts'

/** Ink and copper of the drawn labels, and the paper below them in full light. */
const colors = { ink: '#2b2019', copper: '#9a6238' } as const
const paper = [246, 234, 211] as const

/** The part of the label that names the wine, from its lower edge, in parts of its height. */
const band = { from: 1 - 900 / labelSize.height, to: 1 - 705 / labelSize.height }
/** Pixels of the drawing for each of the label's own units, and samples along a side of a pixel. */
const sharpness = 2
const samples = 4
/** The pixels that text may change: the label without its margins. */
const textArea = { left: 310, right: 690, top: 1_430, bottom: 1_590 }
/** Rows of the picture between two turns of the event loop. */
const rowsAtOnce = 12

type Pixels = { data: Buffer; width: number; height: number }

/**
 * The bottle with a label that names a wine and its vintage, as a picture of 1000 × 2000: the
 * lettering is set over the bottle of `bottle.webp` (made by `node brand/unnamed-bottle.ts`), which
 * gives the light on its paper. Null when the label's typeface lacks one of the name's characters.
 */
export async function labelledBottle(
  wine: { name: string; vintage: string },
  sharp: typeof Sharp,
): Promise<Buffer | null> {
  const { create } = await import('fontkit')
  const fonts = [latin, latinExtended].map((font) => create(bytesOf(font)) as Font)
  const lines = labelLines(wine, fonts)
  if (!lines) return null
  const raw = { resolveWithObject: true } as const
  const drawing = await sharp(Buffer.from(svgOf(lines)))
    .ensureAlpha()
    .raw()
    .toBuffer(raw)
  const picture = await sharp(bytesOf(bottle)).ensureAlpha().raw().toBuffer(raw)
  const pixels = { data: picture.data, width: picture.info.width, height: picture.info.height }
  await drawText(pixels, {
    data: drawing.data,
    width: drawing.info.width,
    height: drawing.info.height,
  })
  const { data, width, height } = pixels
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 92, alphaQuality: 100, smartSubsample: true })
    .toBuffer()
}

/** The lettering on nothing: the label's band at its sharpness. */
function svgOf(lines: readonly LabelLine[]): string {
  const { width, height } = labelSize
  const top = (1 - band.to) * height
  const high = (band.to - band.from) * height
  const paths = lines.map(({ outline, color }) => `<path fill="${colors[color]}" d="${outline}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * sharpness}" height="${high * sharpness}" viewBox="0 ${top} ${width} ${high}">${paths.join('')}</svg>`
}

/** Sets the drawing into the picture, darkened as the paper below it is. */
async function drawText(picture: Pixels, drawing: Pixels): Promise<void> {
  const where = labelAt(bottleCamera, { x: 0, y: 0, z: 0, turn: 0 }, picture)
  const { left, right, top, bottom } = textArea
  /** Where the corners of a row's pixels lie in the drawing. */
  const cornersOf = (y: number): Corner[] =>
    Array.from({ length: right - left + 1 }, (_, column) => {
      const place = where(left + column, y)!
      const down = (band.to - place.v) / (band.to - band.from)
      return { x: place.u * drawing.width, y: down * drawing.height }
    })
  let above = cornersOf(top)
  for (let y = top; y < bottom; y++) {
    const below = cornersOf(y + 1)
    for (let column = 0; column < right - left; column++) {
      const corners = [above[column]!, above[column + 1]!, below[column]!] as const
      const { alpha, color } = inkOn(corners, drawing)
      if (alpha === 0) continue
      const at = (y * picture.width + left + column) * 4
      for (let c = 0; c < 3; c++) {
        const lit = picture.data[at + c]!
        picture.data[at + c] = lit * (1 - alpha) + color[c]! * (lit / paper[c]!)
      }
    }
    above = below
    if (y % rowsAtOnce === 0) await nextTurn()
  }
}

type Corner = { x: number; y: number }

/**
 * The ink on one pixel, averaged over samples between its corners (a pixel is too small for the
 * label's bend to show within); its color is weighted with it.
 */
function inkOn([from, right, down]: readonly [Corner, Corner, Corner], drawing: Pixels) {
  const color = [0, 0, 0]
  let alpha = 0
  for (let i = 0; i < samples ** 2; i++) {
    const across = ((i % samples) + 0.5) / samples
    const along = (Math.floor(i / samples) + 0.5) / samples
    const x = Math.floor(from.x + (right.x - from.x) * across + (down.x - from.x) * along)
    const y = Math.floor(from.y + (right.y - from.y) * across + (down.y - from.y) * along)
    if (x < 0 || y < 0 || x >= drawing.width || y >= drawing.height) continue
    const at = (y * drawing.width + x) * 4
    const ink = drawing.data[at + 3]! / 255 / samples ** 2
    alpha += ink
    for (let c = 0; c < 3; c++) color[c]! += drawing.data[at + c]! * ink
  }
  return { alpha, color }
}
