import type { WhyNotSheet } from '../pictures/picture.rules.ts'
import { maxSheetPages, maxUploadBytes } from '../pictures/picture.rules.ts'

import type { Sheets } from './sheets.ts'

/** Most bytes that all compressed object tables of one file may grow to, whatever their filters. */
const maxTables = 32 * 1024 * 1024

/** Entries of a page that can run code, link elsewhere or embed files. */
const activeKeys = ['Annots', 'AA', 'Metadata', 'PieceInfo', 'AF', 'Tabs', 'B', 'Trans', 'Dur']

type Library = typeof import('@cantoo/pdf-lib')
type Decoder = { buffer: Uint8Array; ensureBuffer(requested: number): Uint8Array }

/** Bytes that decoders may still allocate while a file is read; unlimited between files. */
let left = Infinity
let isBounded = false

/**
 * Bounds the memory of the library's decoders, which inflate compressed object tables without limit,
 * through any chain of filters. All decoders allocate by the method of one base class.
 */
function boundDecoders({ PDFContext, PDFRawStream, decodePDFRawStream }: Library): void {
  if (isBounded) return
  const dict = PDFContext.create().obj({ Filter: 'RunLengthDecode' })
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
  const base = Object.getPrototypeOf(Object.getPrototypeOf(decoder) as object) as Decoder
  if (!Object.hasOwn(base, 'ensureBuffer')) throw new Error('The decoders of pdf-lib have changed')
  const grow = base.ensureBuffer
  base.ensureBuffer = function (this: Decoder, requested) {
    if (requested > this.buffer.byteLength) {
      left -= requested
      if (left < 0) throw new Error('The tables of this file exceed their bound')
    }
    return grow.call(this, requested)
  }
  isBounded = true
}

/** Files are read one after another, since the bound is per file. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const turn = last.then(read, read)
  last = turn.catch(() => {})
  return turn
}

/** The `rebuild` of the port. The library is loaded when the first sheet comes. */
export const rebuildPdf = (file: Buffer): ReturnType<Sheets['rebuild']> =>
  inTurn(async () => {
    left = maxTables
    try {
      return await rebuilt(file)
    } finally {
      left = Infinity
    }
  })

async function rebuilt(file: Buffer): ReturnType<Sheets['rebuild']> {
  const refused = (reason: WhyNotSheet) => ({ ok: false, reason }) as const
  if (file.length > maxUploadBytes) return refused('too-large')
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8))) return refused('not-a-pdf')
  if (/\/Encrypt\b/.test(file.toString('latin1'))) return refused('locked')
  const library = await import('@cantoo/pdf-lib')
  boundDecoders(library)
  const { PDFDocument, PDFName } = library
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
