import { inflateSync } from 'node:zlib'

import type { WhyNotSheet } from '#domain/catalogue/picture.ts'
import { maxSheetPages, maxUploadBytes } from '#domain/catalogue/picture.ts'

import type { Sheets } from './sheets.ts'

/** Most bytes that the compressed object tables of one file may grow to. */
const maxTables = 16 * 1024 * 1024

/** Of a page, what can run, point elsewhere or carry another file. */
const activeKeys = ['Annots', 'AA', 'Metadata', 'PieceInfo', 'AF', 'Tabs', 'B', 'Trans', 'Dur']

/**
 * Whether the object tables stay within bounds once they are inflated: the parser would inflate
 * whatever a few kilobytes claim to hold.
 */
function inflatesWithinBounds(file: Buffer): boolean {
  const text = file.toString('latin1')
  let left = maxTables
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === 'end') continue
    const dictionary = text.slice(text.lastIndexOf('obj', index), index)
    if (!/\/(?:ObjStm|XRef)\b/.test(dictionary)) continue
    const begin = text.indexOf('\n', index) + 1
    try {
      left -= inflateSync(file.subarray(begin), { maxOutputLength: Math.max(1, left) }).length
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return false
    }
    if (left <= 0) return false
  }
  return true
}

/** The `rebuild` of the port. The library is loaded when the first sheet comes. */
export async function rebuildPdf(file: Buffer): ReturnType<Sheets['rebuild']> {
  const refused = (reason: WhyNotSheet) => ({ ok: false, reason }) as const
  if (file.length > maxUploadBytes) return refused('too-large')
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8)) || !inflatesWithinBounds(file)) {
    return refused('not-a-pdf')
  }
  if (/\/Encrypt\b/.test(file.toString('latin1'))) return refused('locked')
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib')
  try {
    const sent = await PDFDocument.load(file, { throwOnInvalidObject: true, updateMetadata: false })
    const pages = sent.getPageIndices()
    if (pages.length === 0) return refused('not-a-pdf')
    if (pages.length > maxSheetPages) return refused('too-many-pages')
    const made = await PDFDocument.create({ updateMetadata: false })
    // Before copying: what a page refers to is copied with it.
    for (const page of sent.getPages()) {
      for (const key of activeKeys) page.node.delete(PDFName.of(key))
    }
    for (const page of await made.copyPages(sent, pages)) made.addPage(page)
    const bytes = Buffer.from(await made.save({ addDefaultPage: false }))
    return bytes.length > maxUploadBytes ? refused('too-large') : { ok: true, bytes }
  } catch {
    return refused('not-a-pdf')
  }
}
