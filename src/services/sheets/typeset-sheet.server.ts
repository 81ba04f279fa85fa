import type { SheetWords } from '#domain/catalogue/picture.ts'
import { specSheetName } from '#domain/copy/spec-sheets.ts'
import cinzel from '@fontsource/cinzel/files/cinzel-latin-400-normal.woff?inline'
import garamondItalic from '@fontsource/eb-garamond/files/eb-garamond-latin-400-italic.woff?inline'
import garamond from '@fontsource/eb-garamond/files/eb-garamond-latin-400-normal.woff?inline'

import skyline from '../../../brand/pdf/cordillera.svg?raw'
import wordmark from '../../../brand/wordmark.svg?raw'
import bottle from './bottle.jpg?inline'

const ink = '#2b2019'
const arcilla = '#72563f'
const duna = '#ad8f71'
const lino = '#dbc6a6'

/** A letter page in points, laid out as the sheets that are printed from brand/pdf/paper.css. */
const page = { width: 612, height: 792, margin: 68.4, top: 64.8 }
const column = { x: 291.6, width: page.width - page.margin - 291.6 }
const labelWidth = 68.4
const mostLines = 2
const skylineHeight = (page.width * 297) / 1_600
const bottleBox = { x: page.margin + 10.8, y: page.top + 3.6, height: 529.2 }

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

type Paths = { viewBox: readonly number[]; paths: { d: string; strokeWidth: number }[] }

function pathsOf(svg: string): Paths {
  const viewBox = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number)
  const paths = [...svg.matchAll(/<path([^>]*?)\bd="([^"]+)"/g)].map(([, attributes, d]) => ({
    d: d!,
    strokeWidth: Number(/stroke-width="([\d.]+)"/.exec(attributes!)?.[1] ?? 0),
  }))
  return { viewBox, paths }
}

type Doc = PDFKit.PDFDocument

/** Draws an SVG of plain paths at a place, as wide as that. */
function draw(doc: Doc, svg: string, at: { x: number; y: number; width: number }, color: string) {
  const { viewBox, paths } = pathsOf(svg)
  const [left = 0, top = 0, width = 1] = viewBox
  doc
    .save()
    .translate(at.x, at.y)
    .scale(at.width / width)
  doc.translate(-left, -top).lineCap('round').lineJoin('round')
  for (const { d, strokeWidth } of paths) {
    if (strokeWidth > 0) doc.lineWidth(strokeWidth).path(d).stroke(color)
    else doc.path(d).fill(color)
  }
  doc.restore()
}

/** The size at which a heading fits its column in two lines. */
function headingSize(doc: Doc, title: string): number {
  for (let size = 31; size > 16; size -= 1) {
    doc.font('cinzel').fontSize(size)
    if (doc.heightOfString(title, { width: column.width }) <= size * 2.8) return size
  }
  return 16
}

/** The table and the notes below the heading; what does not fit above the skyline is cut. */
function drawFacts(doc: Doc, words: SheetWords, from: number, parent: PDFKit.PDFStructureElement) {
  const table = doc.struct('Table')
  parent.add(table)
  let y = from
  const rule = (at: number) => {
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(column.x, at)
      .lineTo(column.x + column.width, at)
      .lineWidth(0.75)
      .stroke(lino)
    doc.endMarkedContent()
  }
  rule(y)
  for (const [label, value] of words.facts.filter(([, text]) => text !== '')) {
    const row = doc.struct('TR')
    table.add(row)
    const valueWidth = column.width - labelWidth
    doc.font('garamond').fontSize(12.5)
    const needed = doc.heightOfString(value, { width: valueWidth, lineGap: 1 })
    const shown = Math.min(needed, mostLines * doc.currentLineHeight(true) + mostLines)
    const top = y + 6.1
    row.add(
      doc.struct('TH', {}, () => {
        doc.font('italic').fontSize(11).fillColor(arcilla)
        doc.text(label, column.x, top + 1.4, { width: labelWidth, height: 14, ellipsis: true })
      }),
    )
    row.add(
      doc.struct('TD', {}, () => {
        doc.font('garamond').fontSize(12.5).fillColor(ink)
        doc.text(value, column.x + labelWidth, top, {
          width: valueWidth,
          height: shown,
          lineGap: 1,
          ellipsis: true,
        })
      }),
    )
    row.end()
    y += shown + 12.2
    rule(y)
  }
  table.end()
  const room = page.height - skylineHeight - 10 - (y + 18)
  if (words.notes === '' || room < 14) return
  parent.add(
    doc.struct('P', {}, () => {
      doc.font('garamond').fontSize(11).fillColor(ink)
      doc.text(words.notes, column.x, y + 18, {
        width: column.width,
        height: room,
        lineGap: 2,
        ellipsis: true,
      })
    }),
  )
}

/** The `typeset` of the port: one tagged page with the shop's fonts embedded as subsets. */
export async function typesetSheet(words: SheetWords): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${words.title} · ${specSheetName} · Kohue`, Creator: 'Kohue' },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('cinzel', bytesOf(cinzel))
  doc.registerFont('garamond', bytesOf(garamond))
  doc.registerFont('italic', bytesOf(garamondItalic))

  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.markContent('Artifact', { type: 'Layout' })
  draw(doc, skyline, { x: 0, y: page.height - skylineHeight, width: page.width }, duna)
  draw(doc, wordmark, { x: column.x, y: page.top, width: 108 }, ink)
  doc.endMarkedContent()
  root.add(
    doc.struct('Figure', { alt: 'A bottle of Kohue wine' }, () => {
      doc.image(bytesOf(bottle), bottleBox.x, bottleBox.y, { height: bottleBox.height })
    }),
  )
  let y = page.top + 19 + 75.6
  root.add(
    doc.struct('P', {}, () => {
      doc.font('cinzel').fontSize(8).fillColor(arcilla)
      doc.text(specSheetName.toUpperCase(), column.x, y, { characterSpacing: 1.28 })
    }),
  )
  y += 20
  const size = headingSize(doc, words.title)
  doc.font('cinzel').fontSize(size)
  const headingHeight = doc.heightOfString(words.title, { width: column.width })
  root.add(
    doc.struct('H1', {}, () => {
      doc.font('cinzel').fontSize(size).fillColor(ink)
      doc.text(words.title, column.x, y, { width: column.width })
    }),
  )
  y += headingHeight + 6
  if (words.place !== '') {
    doc.font('italic').fontSize(15.5)
    const placeHeight = Math.min(40, doc.heightOfString(words.place, { width: column.width }))
    root.add(
      doc.struct('P', {}, () => {
        doc.font('italic').fontSize(15.5).fillColor(arcilla)
        doc.text(words.place, column.x, y, { width: column.width, height: 40, ellipsis: true })
      }),
    )
    y += placeHeight
  }
  drawFacts(doc, words, y + 36, root)
  root.end()
  doc.end()
  await ended
  return Buffer.concat(parts)
}
