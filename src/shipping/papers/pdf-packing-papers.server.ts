import { setImmediate as pause } from 'node:timers/promises'

import { loadFontsFor } from '#platform/pdf/pdf-fonts.server.ts'
import type { Doc, Part } from '#platform/pdf/pdf-sheet.server.ts'
import {
  addSheet,
  asPart,
  decoration,
  ink,
  line,
  page,
  quiet,
  setPart,
  setText,
  width,
  write,
} from '#platform/pdf/pdf-sheet.server.ts'
import { phoneText } from '#platform/text/phone.rules.ts'

import type { PackingPapers, PackingSlip, PickupLine } from './packing-papers.ts'
import { packingCopy as copy } from './packing.copy.ts'
import { drawDisputeFile } from './pdf-dispute-file.server.ts'

const small = { font: 'sans', size: 10, color: quiet } as const
const bold = { font: 'strong', size: 13 } as const
const note = { font: 'sans', size: 14 } as const
/** Room of one note with its heading and five lines, in points. */
const noteHeight = 130
const left = page.margin

const barcode = { width: 190, height: 54 }

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
  const top = page.margin
  const sheet = addSheet(doc, root, 118)
  const kind = { font: 'display', size: 10, color: quiet } as const
  setPart(doc, sheet, 'P', copy.slip, kind, { x: left, y: top + 44, width: 200 })
  const number = { font: 'display', size: 34 } as const
  setPart(doc, sheet, 'H1', slip.order, number, { x: left, y: top + 60, width: 250 })
  const place = { ...small, size: 11 }
  const placeBox = { x: left, y: top + 104, width: 250 }
  setPart(doc, sheet, 'P', `${slip.shipment} · ${slip.place}`, place, placeBox)
  const barcodeAt = { x: page.width - page.margin - barcode.width, y: top + 4 }
  await drawBarcode(doc, sheet, slip.order, barcodeAt)
  asPart(doc, sheet, 'P', () => {
    doc.font('sans').fontSize(11).fillColor(ink)
    doc.text(slip.order, barcodeAt.x, barcodeAt.y + barcode.height + 4, {
      width: barcode.width,
      align: 'center',
      characterSpacing: 1,
    })
  })
  let y = top + 140
  line(doc, { y })
  y += 16
  const half = 344
  const right = { x: left + half + 24, width: width - half - 24 }
  asPart(doc, sheet, 'P', () => {
    setText(doc, copy.to, small, { x: left, y, width: half })
    setText(doc, copy.service, small, { ...right, y })
  })
  let below = y + 16
  asPart(doc, sheet, 'P', () => {
    for (const [index, text] of slip.to.entries()) {
      const style = { font: index === 0 ? 'strong' : 'sans', size: index === 0 ? 17 : 15 } as const
      below += setText(doc, text, style, { x: left, y: below, width: half, lines: 2 }) + 2
    }
    if (slip.phone) {
      const phoneBox = { x: left, y: below + 2, width: half }
      below += setText(doc, phoneText(slip.phone), { font: 'sans', size: 12 }, phoneBox) + 4
    }
  })
  setPart(doc, sheet, 'P', slip.service, bold, { ...right, y: y + 16, lines: 2 })
  y = Math.max(below, y + 96) + 14
  line(doc, { y })
  drawWines(doc, sheet, slip, y + 12)
  // Of several the last stands lowest.
  let noteAt = page.height - page.margin - 40 - slip.notes.length * noteHeight
  for (const { heading, text } of slip.notes) {
    line(doc, { y: noteAt })
    const box = { x: left, y: noteAt + 12, width }
    setPart(doc, sheet, 'P', heading, small, box)
    setPart(doc, sheet, 'P', text, note, { ...box, y: noteAt + 28, lines: 5 })
    noteAt += noteHeight
  }
  if (slip.signature) {
    const box = { x: left, y: page.height - page.margin - 30, width, lines: 2 }
    setPart(doc, sheet, 'P', slip.signature, { font: 'strong', size: 12 }, box)
  }
  sheet.end()
}

/** A box to tick by hand, at the right margin. */
const drawTickBox = (doc: Doc, y: number): void =>
  decoration(doc, () => {
    doc
      .rect(page.width - page.margin - 16, y + 2, 14, 14)
      .lineWidth(1)
      .stroke(ink)
  })

function drawWines(doc: Doc, sheet: Part, slip: PackingSlip, from: number): void {
  const table = doc.struct('Table')
  sheet.add(table)
  let y = from
  for (const { count, unit, description } of slip.wines) {
    const row = doc.struct('TR')
    table.add(row)
    const amount = { font: 'strong', size: 15 } as const
    setPart(doc, row, 'TH', `${count} ${unit}`, amount, { x: left, y, width: 96 })
    const box = { x: left + 108, y, width: width - 140, lines: 2 }
    const height = setPart(doc, row, 'TD', description, { font: 'sans', size: 15 }, box)
    row.end()
    drawTickBox(doc, y)
    y += Math.max(height, 20) + 10
    line(doc, { y })
    y += 10
  }
  table.end()
  setPart(doc, sheet, 'P', slip.sum, { ...small, size: 11 }, { x: left, y, width })
}

const rowHeight = 46
const rowsFrom = page.margin + 84
const rowsPerPage = Math.floor((page.height - page.margin - rowsFrom) / rowHeight)

function drawPickups(doc: Doc, root: Part, title: string, lines: readonly PickupLine[]): void {
  for (let first = 0; first === 0 || first < lines.length; first += rowsPerPage) {
    const sheet = addSheet(doc, root)
    const heading = { font: 'display', size: 22 } as const
    setPart(doc, sheet, 'H1', title, heading, { x: left, y: page.margin + 40, width })
    let y = rowsFrom
    line(doc, { y: y - 8 })
    const shown = lines.slice(first, first + rowsPerPage)
    for (const { time, name, order, shipment, place, wines } of shown) {
      asPart(doc, sheet, 'P', () => {
        const numbers = { font: 'sans', size: 11 } as const
        setText(doc, time, bold, { x: left, y, width: 84 })
        setText(doc, name, bold, { x: left + 92, y, width: 190 })
        setText(doc, `${order} · ${shipment}`, numbers, { x: left + 290, y, width: 130 })
        setText(doc, place, small, { x: left, y: y + 17, width: 84 })
        setText(doc, wines, small, { x: left + 92, y: y + 17, width: 320 })
      })
      drawTickBox(doc, y)
      y += rowHeight
      line(doc, { y: y - 8 })
    }
    if (lines.length === 0) {
      setPart(doc, sheet, 'P', copy.noPickups, { font: 'sans', size: 13 }, { x: left, y, width })
    }
    sheet.end()
  }
}

/** PDFs made in this process, without a browser. */
export const pdfPackingPapers = (): PackingPapers => ({
  async packingSlips(slips) {
    await loadFontsFor(JSON.stringify(slips))
    return write(copy.slips, async (doc, root) => {
      for (const slip of slips) {
        await drawSlip(doc, root, slip)
        // Lets the event loop serve other requests between two pages.
        await pause()
      }
    })
  },
  async pickupList(title, lines) {
    await loadFontsFor(JSON.stringify(lines))
    return write(title, (doc, root) => drawPickups(doc, root, title, lines))
  },
  async disputeFile(file) {
    await loadFontsFor(JSON.stringify(file))
    return write(file.title, (doc, root) => drawDisputeFile(doc, root, file))
  },
})
