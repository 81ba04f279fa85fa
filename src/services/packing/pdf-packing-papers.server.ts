import { setImmediate as pause } from 'node:timers/promises'

import { packingCopy as copy } from '#domain/copy/packing.ts'

import type { PackingPapers, PackingSlip, PickupLine } from './packing-papers.ts'
import { drawMonthSummary } from './pdf-month-summary.server.ts'
import { drawDisputeFile } from './pdf-dispute-file.server.ts'
import type { Doc, Part } from './pdf-sheet.server.ts'
import {
  asPart,
  decoration,
  drawWordmark,
  ink,
  line,
  page,
  quiet,
  setText,
  width,
  write,
} from './pdf-sheet.server.ts'

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
  disputeFile: (file) => write(file.title, async (doc, root) => drawDisputeFile(doc, root, file)),
  monthSummary: (summary) =>
    write(summary.title, async (doc, root) => drawMonthSummary(doc, root, summary)),
})
