import cinzel from '@fontsource/cinzel/files/cinzel-latin-400-normal.woff?inline'
import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline'
import strong from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline'

import wordmark from '../../../brand/wordmark.svg?raw'

export type Doc = PDFKit.PDFDocument
export type Part = PDFKit.PDFStructureElement

export const ink = '#1a110b'
export const quiet = '#72563f'
const rule = '#ad8f71'

/** US Letter paper, in points. */
export const page = { width: 612, height: 792, margin: 54 }
export const width = page.width - 2 * page.margin

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** The characters that the fonts have; others lose their accents, or become a question mark. */
export const printable = (text: string): string =>
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
export async function write(
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
export function setText(
  doc: Doc,
  text: string,
  { font, size, color = ink }: Style,
  box: Box,
): number {
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

export const asPart = (doc: Doc, parent: Part, kind: string, draw: () => void) =>
  parent.add(doc.struct(kind, {}, draw))

export function decoration(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export const line = (doc: Doc, y: number) =>
  decoration(doc, () => {
    doc
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(0.75)
      .stroke(rule)
  })

export function drawWordmark(doc: Doc, at: { x: number; y: number; width: number }): void {
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
