/**
 * `node brand/unnamed-bottle.ts`: the bottle on whose label the shop sets the name of a wine that has
 * no picture (src/catalogue/pictures/labelled-bottle.server.ts). Its label is `kohue.svg` with the
 * place moved below the rule, so that name and vintage have room above it.
 */
import { readFile } from 'node:fs/promises'

import type { Font } from 'fontkit'
import { create } from 'fontkit'

import { withLabels } from './label-on-bottle.ts'
import { bottleRender } from './renders.ts'

const here = (path: string) => new URL(path, import.meta.url)

const file = '../node_modules/@fontsource/cinzel/files/cinzel-latin-600-normal.woff'
const font = create(await readFile(here(file))) as Font

/** A line in the middle of the label, as `T` of label.py sets it. */
function line(text: string, size: number, y: number, tracking: number): string {
  const scale = size / font.unitsPerEm
  const glyphs = [...text].map((letter) => font.layout(letter).glyphs[0]!)
  const gap = tracking * size
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth * scale + gap, 0) - gap
  let x = 450 - width / 2
  const outlines = glyphs.map((glyph) => {
    const outline = glyph.path.transform(scale, 0, 0, -scale, x, y).toSVG()
    x += glyph.advanceWidth * scale + gap
    return outline
  })
  return `<path class="k" d="${outlines.join('')}"/>`
}

/** The neutral label down to the ornament below the brand's name. */
const ornament = 'l9,10l-9,10l-9,-10z"/>'
async function unnamed(): Promise<string> {
  const svg = await readFile(here('labels/kohue.svg'), 'utf8')
  const upper = svg.slice(0, svg.indexOf(ornament) + ornament.length)
  const rule = '<rect class="k" x="150" y="904.55" width="600" height="0.9"/>'
  return `${upper}${rule}${line('MENDOZA', 28.5, 972, 0.42)}${line('ARGENTINA', 22.5, 1022, 0.36)}</svg>`
}

const picture = await withLabels(bottleRender('kohue'), 1, unnamed)
await picture
  .webp({ quality: 94, alphaQuality: 100, smartSubsample: true })
  .toFile(here('../src/catalogue/pictures/bottle.webp').pathname)
