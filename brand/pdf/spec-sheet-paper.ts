import sharp from 'sharp'

import type { SpecSheet } from '../../src/domain/copy/spec-sheets.ts'
import { specSheetName } from '../../src/domain/copy/spec-sheets.ts'
import { drawing, escaped, paper } from './paper.ts'

/** The technical sheet of a wine on one page. */
export async function specSheetPaper(sheet: SpecSheet): Promise<string> {
  const facts = sheet.facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  )
  return paper(
    `${sheet.title} · ${specSheetName} · Kohue`,
    `<main class="sheet">
<img class="bottle" src="${await bottle(sheet.image)}" alt="A bottle of Kohue ${escaped(sheet.title)}">
<div>
<div class="wordmark">${await drawing('wordmark.svg')}</div>
<p class="caps">${escaped(specSheetName)}</p>
<h1>${escaped(sheet.title)}</h1>
<p class="place">${escaped(sheet.place)}</p>
<table>${facts.join('')}</table>
</div>
<div class="cordillera">${await drawing('pdf/cordillera.svg')}</div>
</main>`,
  )
}

/** The bottle on the white of the paper: a JPEG goes into the PDF as it is, a PNG grows tenfold. */
async function bottle(name: string): Promise<string> {
  const source = new URL(`../../public/pictures/${name}-1000.webp`, import.meta.url)
  const onWhite = await sharp(source.pathname)
    .flatten({ background: '#ffffff' })
    .linear(1.03, 0)
    .png()
    .toBuffer()
  const picture = await sharp(onWhite)
    .trim({ background: '#ffffff', threshold: 40 })
    .resize({ height: 1150, withoutEnlargement: true })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer()
  return `data:image/jpeg;base64,${picture.toString('base64')}`
}
