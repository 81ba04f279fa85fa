import type { Doc, Part, Style } from '#platform/pdf/pdf-sheet.server.ts'
import {
  addSheet,
  asPart,
  ink,
  line,
  page,
  printable,
  quiet,
  setPart,
  setText,
  textHeight,
  width,
} from '#platform/pdf/pdf-sheet.server.ts'

import type { DisputeFile } from './packing-papers.ts'

const nameWidth = 132
const bottom = page.height - page.margin
/** Paragraphs are as long as they are; a page ends before that. */
const lines = 60

/** Where the next line goes; a new page begins where one is full. */
class Cursor {
  y = page.margin
  readonly #doc: Doc

  constructor(doc: Doc) {
    this.#doc = doc
  }

  room(height: number): void {
    if (this.y + height <= bottom) return
    this.#doc.addPage()
    this.y = page.margin
  }
}

/** Sets a paragraph as high as it is, on the next page if it does not fit. */
function paragraph(doc: Doc, parent: Part, at: Cursor, text: string, style: Style): void {
  const height = textHeight(doc, text, style, width)
  at.room(height)
  setPart(doc, parent, 'P', text, style, { x: page.margin, y: at.y, width, lines })
  at.y += height + 4
}

function fact(doc: Doc, parent: Part, at: Cursor, [name, value]: readonly [string, string]): void {
  const right = { x: page.margin + nameWidth, width: width - nameWidth }
  const style = { font: 'sans', size: 11 } as const
  const height = Math.max(textHeight(doc, value, style, right.width), 14)
  at.room(height)
  asPart(doc, parent, 'P', () => {
    doc
      .font('sans')
      .fontSize(11)
      .fillColor(quiet)
      .text(printable(name), page.margin, at.y, { width: nameWidth - 12 })
    setText(doc, value, style, { ...right, y: at.y, lines })
  })
  at.y += height + 3
}

/** A disputed payment on as many pages as it takes. */
export function drawDisputeFile(doc: Doc, root: Part, file: DisputeFile): void {
  const sheet = addSheet(doc, root)
  const at = new Cursor(doc)
  at.y = page.margin + 44
  asPart(doc, sheet, 'H1', () => {
    doc
      .font('display')
      .fontSize(20)
      .fillColor(ink)
      .text(printable(file.title), page.margin, at.y, { width })
  })
  at.y = doc.y + 8
  paragraph(doc, sheet, at, file.intro, { font: 'sans', size: 11, color: quiet })
  for (const { heading, facts = [], lines: said = [] } of file.sections) {
    at.room(72)
    at.y += 12
    line(doc, { y: at.y })
    at.y += 10
    asPart(doc, sheet, 'H2', () => {
      doc
        .font('strong')
        .fontSize(13)
        .fillColor(ink)
        .text(printable(heading), page.margin, at.y, { width })
    })
    at.y += 22
    for (const one of facts) fact(doc, sheet, at, one)
    for (const text of said) paragraph(doc, sheet, at, text, { font: 'sans', size: 11 })
  }
  sheet.end()
}
