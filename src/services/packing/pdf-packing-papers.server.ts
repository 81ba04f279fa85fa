import { setImmediate as pause } from 'node:timers/promises'

import cinzel from '@fontsource/cinzel/files/cinzel-latin-400-normal.woff?inline'
import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline'
import strong from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline'

import { packingCopy as copy } from '#domain/copy/packing.ts'

import wordmark from '../../../brand/wordmark.svg?raw'
import type { PackingPapers, PackingSlip, PickupLine } from './packing-papers.ts'

type Doc = PDFKit.PDFDocument
type Part = PDFKit.PDFStructureElement

const ink = '#1a110b'
const quiet = '#72563f'
const rule = '#ad8f71'

/** A letter page in points. */
const page = { width: 612, height: 792, margin: 54 }
const width = page.width - 2 * page.margin
const barcode = { width: 190, height: 54 }

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** The characters that the fonts have; others lose their accents, or become a question mark. */
const printable = (text: string): string =>
  [...text]
    .map((letter) => {
      if (isSet(letter)) return letter
      const bare = (letters[letter] ?? letter).normalize('NFD').replaceAll(/\p{M}/gu, '')
      return [...bare].every(isSet) ? bare : '?'
    })
    .join('')

/** Letters of their own, which have no accent to lose. */
const letters: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }

const isSet = (letter: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013-\u2026]$/.test(letter)

/** Writes a PDF: tagged, titled, with the shop's fonts embedded as subsets. */
async function write(
  title: string,
  draw: (doc: Doc, root: Part) => Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Creator: 'Kohue' },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('display', bytesOf(cinzel))
  doc.registerFont('sans', bytesOf(sans))
  doc.registerFont('strong', bytesOf(strong))
  const root = doc.struct('Document')
  doc.addStructure(root)
  await draw(doc, root)
  root.end()
  doc.end()
  await ended
  return Buffer.concat(parts)
}

type Style = { font: 'display' | 'sans' | 'strong'; size: number; color?: string }
type Box = { x: number; y: number; width: number; lines?: number; align?: 'right' }

/**
 * Sets a text in a box of so many lines, smaller where it would not fit, and cut off only at 60 % of
 * its size. Returns its height.
 */
function setText(doc: Doc, text: string, { font, size, color = ink }: Style, box: Box): number {
  const { x, y, width: most, lines = 1, align } = box
  const shown = printable(text)
  let fitted = size
  const heightAt = (points: number) =>
    doc.font(font).fontSize(points).heightOfString(shown, { width: most })
  while (fitted > size * 0.6 && heightAt(fitted) > lines * doc.currentLineHeight(true) + 0.5) {
    fitted -= 0.5
  }
  const height = Math.min(heightAt(fitted), lines * doc.currentLineHeight(true) + 0.5)
  doc
    .fillColor(color)
    .text(shown, x, y, { width: most, height, ellipsis: true, ...(align && { align }) })
  return height
}

const asPart = (doc: Doc, parent: Part, kind: string, draw: () => void) =>
  parent.add(doc.struct(kind, {}, draw))

function decoration(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

const line = (doc: Doc, y: number) =>
  decoration(doc, () => {
    doc
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(0.75)
      .stroke(rule)
  })

function drawWordmark(doc: Doc, at: { x: number; y: number; width: number }): void {
  const [left = 0, top = 0, across = 1] = /viewBox="([^"]+)"/
    .exec(wordmark)![1]!
    .split(' ')
    .map(Number)
  decoration(doc, () => {
    doc
      .save()
      .translate(at.x, at.y)
      .scale(at.width / across)
    doc.translate(-left, -top).lineCap('round').lineJoin('round')
    for (const [, attributes, d] of wordmark.matchAll(/<path([^>]*?)\bd="([^"]+)"/g)) {
      const stroke = Number(/stroke-width="([\d.]+)"/.exec(attributes!)?.[1] ?? 0)
      if (stroke > 0) doc.lineWidth(stroke).path(d!).stroke(ink)
      else doc.path(d!).fill(ink)
    }
    doc.restore()
  })
}

/** Code 128 as bars of the PDF's own, with the quiet zone that scanners need. */
async function drawBarcode(doc: Doc, parent: Part, text: string, at: { x: number; y: number }) {
  const { default: bwip } = await import('bwip-js/node')
  const [made] = bwip.raw('code128', text, {}) as { sbs: number[] }[]
  const modules = made!.sbs.reduce((sum, each) => sum + each, 0)
  const unit = barcode.width / (modules + 20)
  parent.add(
    doc.struct('Figure', { alt: copy.barcode(text) }, () => {
      let x = at.x + 10 * unit
      for (const [index, each] of made!.sbs.entries()) {
        if (index % 2 === 0) doc.rect(x, at.y, each * unit, barcode.height)
        x += each * unit
      }
      doc.fill('#000000')
    }),
  )
}

async function drawSlip(doc: Doc, root: Part, slip: PackingSlip): Promise<void> {
  doc.addPage()
  const sheet = doc.struct('Sect')
  root.add(sheet)
  drawWordmark(doc, { x: page.margin, y: page.margin, width: 118 })
  asPart(doc, sheet, 'P', () => {
    setText(
      doc,
      copy.slip,
      { font: 'display', size: 10, color: quiet },
      {
        x: page.margin,
        y: page.margin + 44,
        width: 200,
      },
    )
  })
  asPart(doc, sheet, 'H1', () => {
    setText(
      doc,
      slip.order,
      { font: 'display', size: 34 },
      { x: page.margin, y: page.margin + 60, width: 250 },
    )
  })
  asPart(doc, sheet, 'P', () => {
    setText(
      doc,
      `${slip.shipment} · ${slip.place}`,
      { font: 'sans', size: 11, color: quiet },
      {
        x: page.margin,
        y: page.margin + 104,
        width: 250,
      },
    )
  })
  const barcodeAt = { x: page.width - page.margin - barcode.width, y: page.margin + 4 }
  await drawBarcode(doc, sheet, slip.order, barcodeAt)
  asPart(doc, sheet, 'P', () => {
    doc.font('sans').fontSize(11).fillColor(ink)
    doc.text(slip.order, barcodeAt.x, barcodeAt.y + barcode.height + 4, {
      width: barcode.width,
      align: 'center',
      characterSpacing: 1,
    })
  })
  let y = page.margin + 140
  line(doc, y)
  y += 16
  const half = 344
  const right = page.margin + half + 24
  const rest = width - half - 24
  const label = { font: 'sans', size: 10, color: quiet } as const
  asPart(doc, sheet, 'P', () => {
    setText(doc, copy.to, label, { x: page.margin, y, width: half })
    setText(doc, copy.service, label, { x: right, y, width: rest })
  })
  let below = y + 16
  asPart(doc, sheet, 'P', () => {
    for (const [index, text] of slip.to.entries()) {
      const style = { font: index === 0 ? 'strong' : 'sans', size: index === 0 ? 17 : 15 } as const
      below += setText(doc, text, style, { x: page.margin, y: below, width: half, lines: 2 }) + 2
    }
    if (slip.phone) {
      below +=
        setText(
          doc,
          slip.phone,
          { font: 'sans', size: 12 },
          { x: page.margin, y: below + 2, width: half },
        ) + 4
    }
  })
  asPart(doc, sheet, 'P', () => {
    setText(
      doc,
      slip.service,
      { font: 'strong', size: 13 },
      { x: right, y: y + 16, width: rest, lines: 2 },
    )
  })
  y = Math.max(below, y + 96) + 14
  line(doc, y)
  y += 12
  drawWines(doc, sheet, slip, y)
  if (slip.signature) {
    const { signature } = slip
    asPart(doc, sheet, 'P', () => {
      setText(
        doc,
        signature,
        { font: 'strong', size: 12 },
        {
          x: page.margin,
          y: page.height - page.margin - 30,
          width,
          lines: 2,
        },
      )
    })
  }
  sheet.end()
}

function drawWines(doc: Doc, sheet: Part, slip: PackingSlip, from: number): void {
  const table = doc.struct('Table')
  sheet.add(table)
  let y = from
  for (const { count, unit, description } of slip.wines) {
    const row = doc.struct('TR')
    table.add(row)
    let height = 0
    row.add(
      doc.struct('TH', {}, () => {
        setText(
          doc,
          `${count} ${unit}`,
          { font: 'strong', size: 15 },
          { x: page.margin, y, width: 96 },
        )
      }),
    )
    row.add(
      doc.struct('TD', {}, () => {
        const box = { x: page.margin + 108, y, width: width - 140, lines: 2 }
        height = setText(doc, description, { font: 'sans', size: 15 }, box)
      }),
    )
    row.end()
    // A box to tick by hand.
    decoration(doc, () => {
      doc
        .rect(page.width - page.margin - 16, y + 2, 14, 14)
        .lineWidth(1)
        .stroke(ink)
    })
    y += Math.max(height, 20) + 10
    line(doc, y)
    y += 10
  }
  table.end()
  asPart(doc, sheet, 'P', () => {
    setText(doc, slip.sum, { font: 'sans', size: 11, color: quiet }, { x: page.margin, y, width })
  })
}

const rowHeight = 46
const rowsFrom = page.margin + 84
const rowsPerPage = Math.floor((page.height - page.margin - rowsFrom) / rowHeight)

function drawPickups(doc: Doc, root: Part, title: string, lines: readonly PickupLine[]): void {
  for (let first = 0; first === 0 || first < lines.length; first += rowsPerPage) {
    doc.addPage()
    const sheet = doc.struct('Sect')
    root.add(sheet)
    drawWordmark(doc, { x: page.margin, y: page.margin, width: 96 })
    asPart(doc, sheet, 'H1', () => {
      setText(
        doc,
        title,
        { font: 'display', size: 22 },
        { x: page.margin, y: page.margin + 40, width },
      )
    })
    let y = rowsFrom
    line(doc, y - 8)
    for (const each of lines.slice(first, first + rowsPerPage)) {
      asPart(doc, sheet, 'P', () => {
        setText(doc, each.time, { font: 'strong', size: 13 }, { x: page.margin, y, width: 84 })
        setText(
          doc,
          each.name,
          { font: 'strong', size: 13 },
          { x: page.margin + 92, y, width: 190 },
        )
        setText(
          doc,
          `${each.order} · ${each.shipment}`,
          { font: 'sans', size: 11 },
          { x: page.margin + 290, y, width: 130 },
        )
        setText(
          doc,
          each.place,
          { font: 'sans', size: 10, color: quiet },
          { x: page.margin, y: y + 17, width: 84 },
        )
        setText(
          doc,
          each.wines,
          { font: 'sans', size: 10, color: quiet },
          { x: page.margin + 92, y: y + 17, width: 320 },
        )
      })
      decoration(doc, () => {
        doc
          .rect(page.width - page.margin - 16, y + 2, 14, 14)
          .lineWidth(1)
          .stroke(ink)
      })
      y += rowHeight
      line(doc, y - 8)
    }
    if (lines.length === 0) {
      asPart(doc, sheet, 'P', () => {
        setText(doc, copy.noPickups, { font: 'sans', size: 13 }, { x: page.margin, y, width })
      })
    }
    sheet.end()
  }
}

/** Papers as PDF, made in this process: the shop needs no browser for them. */
export const pdfPackingPapers = (): PackingPapers => ({
  packingSlips: (slips) =>
    write(copy.slips, async (doc, root) => {
      for (const slip of slips) {
        await drawSlip(doc, root, slip)
        // Others are served between two pages.
        await pause()
      }
    }),
  pickupList: (title, lines) =>
    write(title, async (doc, root) => drawPickups(doc, root, title, lines)),
})
