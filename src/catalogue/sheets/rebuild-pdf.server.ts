import { inChild } from '../decoding/in-child.server.ts'
import type { WhyNotSheet } from '../pictures/picture.rules.ts'
import { maxSheetPages, maxUploadBytes } from '../pictures/picture.rules.ts'
import type { Sheets } from './sheets.ts'

/** Most bytes that all compressed object tables of one file may grow to, whatever their filters. */
const maxTables = 32 * 1024 * 1024

/** Entries of a page that can run code, link elsewhere or embed files. */
const activeKeys = ['Annots', 'AA', 'Metadata', 'PieceInfo', 'AF', 'Tabs', 'B', 'Trans', 'Dur']

type Library = typeof import('@cantoo/pdf-lib')
type Decoder = { buffer: Uint8Array; ensureBuffer(requested: number): Uint8Array }

/** Bytes that decoders may still allocate. */
let left = maxTables
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

type Rebuilt = { ok: true; bytes: Buffer } | { ok: false; reason: WhyNotSheet }

const refused = (reason: WhyNotSheet) => ({ ok: false, reason }) as const

/** The `rebuild` of the port: in a process of its own. */
export async function rebuildPdf(file: Buffer): ReturnType<Sheets['rebuild']> {
  const decoded = await inChild<Rebuilt>('sheet', file)
  if (!decoded) return refused('not-a-pdf')
  return decoded.made.ok ? { ok: true, bytes: decoded.bytes } : decoded.made
}

/** Checks a PDF and builds a new one of its pages. The library keeps names of what it reads for ever. */
export async function rebuiltSheet(file: Buffer): Promise<Rebuilt> {
  left = maxTables
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
