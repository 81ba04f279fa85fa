import type { Doc, Part } from '#platform/pdf/pdf-sheet.server.ts'
import {
  addSheet,
  asPart,
  line,
  page,
  quiet,
  setPart,
  setText,
  width,
  write,
} from '#platform/pdf/pdf-sheet.server.ts'

import type { MonthSummary } from './month-summary.rules.ts'

const top = page.margin + 96
const bottom = page.height - page.margin
const nameWidth = 118
const heading = { font: 'display', size: 20 } as const

/** A month of the accounts on one page, as PDF. */
export const monthSummaryPdf = (summary: MonthSummary): Promise<Buffer> =>
  write(summary.title, (doc, root) => drawMonthSummary(doc, root, summary))

/** The rows are as high as the page leaves room for. */
function drawMonthSummary(doc: Doc, root: Part, summary: MonthSummary): void {
  const sheet = addSheet(doc, root)
  const whole = { x: page.margin, width }
  const introAt = { ...whole, y: page.margin + 68 }
  setPart(doc, sheet, 'H1', summary.title, heading, { ...whole, y: page.margin + 40 })
  setPart(doc, sheet, 'P', summary.intro, { font: 'sans', size: 10, color: quiet }, introAt)
  const rows = summary.tables.reduce((sum, table) => sum + table.rows.length + 1, 0)
  const sums = summary.tables.filter(({ sum }) => sum !== null).length
  const around = summary.tables.length * 34 + summary.notes.length * 12
  const rowHeight = Math.min(16, (bottom - top - around) / (rows + sums))
  let y = top
  for (const table of summary.tables) y = drawTable(doc, sheet, table, { y, rowHeight })
  for (const note of summary.notes) {
    setPart(doc, sheet, 'P', note, { font: 'sans', size: 8, color: quiet }, { ...whole, y })
    y += 12
  }
  sheet.end()
}

type At = { y: number; rowHeight: number }

function drawTable(
  doc: Doc,
  parent: Part,
  { title, headings, rows, sum }: MonthSummary['tables'][number],
  { y: start, rowHeight }: At,
): number {
  let y = start
  setPart(doc, parent, 'H2', title, { font: 'strong', size: 11 }, { x: page.margin, y, width })
  y += 17
  const table = doc.struct('Table')
  parent.add(table)
  const size = Math.min(9, rowHeight * 0.72)
  const row = (cells: readonly string[], kind: 'TH' | 'TD', isStrong: boolean) => {
    const tableRow = doc.struct('TR')
    table.add(tableRow)
    const style = {
      font: isStrong ? ('strong' as const) : ('sans' as const),
      size: kind === 'TH' ? size * 0.9 : size,
      ...(kind === 'TH' && { color: quiet }),
    }
    const each = (width - nameWidth) / (cells.length - 1)
    for (const [index, cell] of cells.entries()) {
      const box =
        index === 0
          ? { x: page.margin, y, width: nameWidth - 4 }
          : {
              x: page.margin + nameWidth + (index - 1) * each,
              y,
              width: each - 2,
              align: 'right' as const,
            }
      // An empty cell has nothing to set, and a reader still counts it.
      asPart(doc, tableRow, kind, () => void (cell === '' || setText(doc, cell, style, box)))
    }
    y += rowHeight
  }
  row(headings, 'TH', false)
  line(doc, { y: y - rowHeight * 0.2 })
  for (const cells of rows) row(cells, 'TD', false)
  if (sum) {
    line(doc, { y: y - rowHeight * 0.15 })
    row(sum, 'TD', true)
  }
  table.end()
  return y + 14
}
