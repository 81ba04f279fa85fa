import { rebuildPdf } from './rebuild-pdf.server.ts'
import type { Sheets } from './sheets.ts'
import { typesetSheet } from './typeset-sheet.server.ts'

/** Technical sheets by libraries in this process; no browser is needed to make them. */
export const sheetFiles = (): Sheets => ({ rebuild: rebuildPdf, typeset: typesetSheet })
