// `node brand/bottles.ts`: the bottles of public/pictures, from the renders in brand/renders and the
// labels in brand/labels. A name after it makes that one alone.
import { join } from 'node:path'

import { withLabels } from './label-on-bottle.ts'
import { bottleRender, stoneRender, trioRender } from './renders.ts'
import { writeWidths } from './scripts/lib/widths.mjs'

const pictures = join(import.meta.dirname, '../public/pictures')
const wines = ['malbec-2022', 'malbec-2021', 'cabernet-sauvignon-2021', 'kohue']

const families = [
  ...wines.map((wine) => ({
    name: `bottle-${wine}`,
    render: bottleRender(wine),
    widths: [320, 640, 1000],
  })),
  { name: 'bottles-trio', render: trioRender, widths: [480, 900, 1400] },
  { name: 'bottle-on-stone', render: stoneRender, widths: [640, 1100, 1600] },
]

const wanted = process.argv[2]
for (const { name, render, widths } of families) {
  if (wanted && wanted !== name) continue
  const picture = await withLabels(render)
  await writeWidths(await picture.png().toBuffer(), join(pictures, name), 'bottle', widths)
}
