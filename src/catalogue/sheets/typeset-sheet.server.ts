import cinzel from '@fontsource/cinzel/files/cinzel-latin-400-normal.woff?inline'
import garamondItalic from '@fontsource/eb-garamond/files/eb-garamond-latin-400-italic.woff?inline'
import garamond from '@fontsource/eb-garamond/files/eb-garamond-latin-400-normal.woff?inline'

import { bytesOf } from '#platform/http/inline-file.ts'
import type { Doc, Part } from '#platform/pdf/pdf-sheet.server.ts'
import {
  asPart,
  decoration,
  drawPaths,
  line,
  page as letter,
  write,
} from '#platform/pdf/pdf-sheet.server.ts'

import skyline from '../../../brand/pdf/cordillera.svg?raw'
import wordmark from '../../../brand/wordmark.svg?raw'
import bottle from '../pictures/bottle.jpg?inline'
import type { SheetWords } from '../pictures/picture.rules.ts'
import { specSheetName } from './spec-sheets.copy.ts'

const ink = '#2b2019'
const arcilla = '#72563f'
const duna = '#ad8f71'
const lino = '#dbc6a6'

/** A letter page in points, laid out as the sheets that are printed from brand/pdf/paper.css. */
const page = { ...letter, margin: 68.4, top: 64.8 }
const column = { x: 291.6, width: page.width - page.margin - 291.6 }
const labelWidth = 68.4
const mostLines = 2
const skylineHeight = (page.width * 297) / 1_600
const bottleBox = { x: page.margin + 10.8, y: page.top + 3.6, height: 529.2 }

/** The size at which a heading fits its column in two lines. */
function headingSize(doc: Doc, title: string): number {
  for (let size = 31; size > 16; size -= 1) {
    doc.font('cinzel').fontSize(size)
    if (doc.heightOfString(title, { width: column.width }) <= size * 2.8) return size
  }
  return 16
}

/** The table and the notes below the heading; what does not fit above the skyline is cut. */
function drawFacts(doc: Doc, words: SheetWords, from: number, parent: Part) {
  const table = doc.struct('Table')
  parent.add(table)
  let y = from
  const rule = (at: number) => line(doc, { ...column, y: at, color: lino })
  rule(y)
  for (const [label, value] of words.facts.filter(([, text]) => text !== '')) {
    const row = doc.struct('TR')
    table.add(row)
    const valueWidth = column.width - labelWidth
    doc.font('garamond').fontSize(12.5)
    const needed = doc.heightOfString(value, { width: valueWidth, lineGap: 1 })
    const shown = Math.min(needed, mostLines * doc.currentLineHeight(true) + mostLines)
    const top = y + 6.1
    asPart(doc, row, 'TH', () => {
      doc.font('italic').fontSize(11).fillColor(arcilla)
      doc.text(label, column.x, top + 1.4, { width: labelWidth, height: 14, ellipsis: true })
    })
    asPart(doc, row, 'TD', () => {
      doc.font('garamond').fontSize(12.5).fillColor(ink)
      doc.text(value, column.x + labelWidth, top, {
        width: valueWidth,
        height: shown,
        lineGap: 1,
        ellipsis: true,
      })
    })
    row.end()
    y += shown + 12.2
    rule(y)
  }
  table.end()
  const room = page.height - skylineHeight - 10 - (y + 18)
  if (words.notes === '' || room < 14) return
  asPart(doc, parent, 'P', () => {
    doc.font('garamond').fontSize(11).fillColor(ink)
    doc.text(words.notes, column.x, y + 18, {
      width: column.width,
      height: room,
      lineGap: 2,
      ellipsis: true,
    })
  })
}

/** The `typeset` of the port: one tagged page with the shop's fonts embedded as subsets. */
export const typesetSheet = (words: SheetWords): Promise<Buffer> =>
  write(
    `${words.title} · ${specSheetName} · Kohue`,
    (doc, root) => {
      doc.addPage()
      drawSheet(doc, root, words)
    },
    { cinzel, garamond, italic: garamondItalic },
  )

function drawSheet(doc: Doc, root: Part, words: SheetWords): void {
  decoration(doc, () => {
    const skylineAt = { x: 0, y: page.height - skylineHeight, width: page.width }
    drawPaths(doc, skyline, skylineAt, duna)
    drawPaths(doc, wordmark, { x: column.x, y: page.top, width: 108 }, ink)
  })
  root.add(
    doc.struct('Figure', { alt: 'A bottle of Kohue wine' }, () => {
      doc.image(bytesOf(bottle), bottleBox.x, bottleBox.y, { height: bottleBox.height })
    }),
  )
  let y = page.top + 19 + 75.6
  asPart(doc, root, 'P', () => {
    doc.font('cinzel').fontSize(8).fillColor(arcilla)
    doc.text(specSheetName.toUpperCase(), column.x, y, { characterSpacing: 1.28 })
  })
  y += 20
  const size = headingSize(doc, words.title)
  doc.font('cinzel').fontSize(size)
  const headingHeight = doc.heightOfString(words.title, { width: column.width })
  asPart(doc, root, 'H1', () => {
    doc.font('cinzel').fontSize(size).fillColor(ink)
    doc.text(words.title, column.x, y, { width: column.width })
  })
  y += headingHeight + 6
  if (words.place !== '') {
    doc.font('italic').fontSize(15.5)
    const placeHeight = Math.min(40, doc.heightOfString(words.place, { width: column.width }))
    asPart(doc, root, 'P', () => {
      doc.font('italic').fontSize(15.5).fillColor(arcilla)
      doc.text(words.place, column.x, y, { width: column.width, height: 40, ellipsis: true })
    })
    y += placeHeight
  }
  drawFacts(doc, words, y + 36, root)
}
