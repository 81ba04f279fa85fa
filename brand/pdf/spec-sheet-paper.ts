import sharp from 'sharp'

import type { SpecSheet } from '../../src/catalogue/sheets/spec-sheets.copy.ts'
import { specSheetName } from '../../src/catalogue/sheets/spec-sheets.copy.ts'
import { withLabels } from '../label-on-bottle.ts'
import { bottleRender } from '../renders.ts'
import { drawing, escaped, paper } from './paper.ts'

/** The technical sheet of a wine on one page. */
export async function specSheetPaper(sheet: SpecSheet): Promise<string> {
  const facts = sheet.facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  )
  return paper(
    `${sheet.title} · ${specSheetName} · Kohue`,
    `<main class="sheet">
<img class="bottle" src="${await bottle(sheet.id)}" alt="A bottle of Kohue ${escaped(sheet.title)}">
<div class="words">
<div class="wordmark">${await drawing('wordmark.svg')}</div>
<p class="caps name">${escaped(specSheetName)}</p>
<h1>${escaped(sheet.title)}</h1>
<p class="place">${escaped(sheet.place)}</p>
<p class="story">${escaped(sheet.story)}</p>
<table>${facts.join('')}</table>
</div>
<div class="cordillera">${await drawing('pdf/cordillera.svg')}</div>
</main>`,
  )
}

/** Printed at 300 dots an inch, so that the label's smallest line can be read. */
const printed = { scale: 1.35, height: 2430 }

/** The bottle on the white of the paper: a JPEG goes into the PDF as it is, a PNG grows tenfold. */
async function bottle(wine: string): Promise<string> {
  const labelled = await withLabels(bottleRender(wine), printed.scale)
  const onWhite = await labelled.flatten({ background: '#ffffff' }).png().toBuffer()
  const picture = await sharp(onWhite)
    .trim({ background: '#ffffff', threshold: 40 })
    .resize({ height: printed.height })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  return `data:image/jpeg;base64,${picture.toString('base64')}`
}
