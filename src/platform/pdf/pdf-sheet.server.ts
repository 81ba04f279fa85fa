import cinzel from '@fontsource/cinzel/files/cinzel-latin-400-normal.woff?inline'
import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline'
import strong from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline'

import wordmark from '../../../brand/wordmark.svg?raw'
import { bytesOf } from '../http/inline-file.ts'
import type { FontName, Run } from './pdf-fonts.server.ts'
import { breaksAfter, isCommon, registerLoaded, runsOf } from './pdf-fonts.server.ts'

export type Doc = PDFKit.PDFDocument
export type Part = PDFKit.PDFStructureElement

export const ink = '#1a110b'
export const quiet = '#72563f'
const rule = '#ad8f71'

/** US Letter paper, in points. */
export const page = { width: 612, height: 792, margin: 54 }
export const width = page.width - 2 * page.margin

/**
 * Replaces characters that a paper's own fonts lack: without their accents, or by a question mark. For what people
 * typed, `setText` finds other fonts.
 */
export const printable = (text: string): string =>
  [...text]
    .map((letter) => {
      if (isCommon(letter)) return letter
      const bare = (letters[letter] ?? letter).normalize('NFD').replaceAll(/\p{M}/gu, '')
      return [...bare].every(isCommon) ? bare : '?'
    })
    .join('')

/** Letters that Unicode does not decompose into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }

const paperFonts = { display: cinzel, sans, strong }

/** Writes a PDF on Letter paper: tagged, titled, with the fonts (data URLs by name) embedded as subsets. */
export async function write(
  title: string,
  draw: (doc: Doc, root: Part) => Promise<void> | void,
  fonts: Readonly<Record<string, string>> = paperFonts,
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
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, bytesOf(font))
  registerLoaded(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  await draw(doc, root)
  root.end()
  doc.end()
  await ended
  return Buffer.concat(parts)
}

/** Begins a page: its part of the document, with the wordmark in its upper left corner. */
export function addSheet(doc: Doc, root: Part, wordmarkWidth = 96): Part {
  doc.addPage()
  const sheet = doc.struct('Sect')
  root.add(sheet)
  decoration(doc, () => {
    drawPaths(doc, wordmark, { x: page.margin, y: page.margin, width: wordmarkWidth }, ink)
  })
  return sheet
}

export type Style = { font: FontName; size: number; color?: string }
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
  const paragraphs = text.split('\n').map((paragraph) => runsOf(paragraph, font))
  if (paragraphs.flat().some((run) => run.font !== font)) {
    return setRuns(doc, paragraphs, { font, size, color }, { ...box, lines })
  }
  const shown = paragraphs.map((runs) => runs.map((run) => run.text).join('')).join('\n')
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

/** The height of a text in that width. */
export function textHeight(doc: Doc, text: string, { font, size }: Style, most: number): number {
  const runs = runsOf(text, font)
  if (runs.some((run) => run.font !== font)) {
    const lines = linesOf(doc, runs, { size, width: most })
    return lines.length * doc.font(font).fontSize(size).currentLineHeight(true)
  }
  const shown = runs.map((run) => run.text).join('')
  return doc.font(font).fontSize(size).heightOfString(shown, { width: most })
}

/** `setText` where a text needs several fonts, which the library cannot set in one paragraph. */
function setRuns(
  doc: Doc,
  paragraphs: readonly (readonly Run[])[],
  { font, size, color = ink }: Style,
  { x, y, width: most, lines: mostLines, align }: Box & { lines: number },
): number {
  let fitted = size
  const linesAt = (points: number) =>
    paragraphs.flatMap((runs) => linesOf(doc, runs, { size: points, width: most }))
  let lines = linesAt(size)
  while (lines.length > mostLines && fitted > size * 0.6) {
    fitted -= 0.5
    lines = linesAt(fitted)
  }
  const lineHeight = doc.font(font).fontSize(fitted).currentLineHeight(true)
  doc.fillColor(color)
  for (const [index, line] of lines.slice(0, mostLines).entries()) {
    const isCut = index === mostLines - 1 && lines.length > mostLines
    const shown = isCut ? [...line, { font, text: '…' }] : line
    const widths = shown.map((run) => widthOf(doc, run, fitted))
    let at = align === 'right' ? x + most - widths.reduce((sum, each) => sum + each, 0) : x
    // On the line of the letters' feet: fonts differ in how far they reach above it.
    const baseline = y + index * lineHeight + lineHeight * 0.78
    for (const [place, run] of shown.entries()) {
      doc.font(run.font).fontSize(fitted)
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += widths[place]!
    }
  }
  return Math.min(lines.length, mostLines) * lineHeight
}

const widthOf = (doc: Doc, { font, text }: Run, size: number): number =>
  doc.font(font).fontSize(size).widthOfString(text)

/** Runs divided into lines: at spaces and between Chinese, Japanese or Korean letters, else anywhere. */
function linesOf(
  doc: Doc,
  runs: readonly Run[],
  { size, width: most }: { size: number; width: number },
): Run[][] {
  const set = runs.flatMap(({ font, text }) => [...text].map((letter) => ({ font, letter })))
  const widths = set.map(({ font, letter }) => letterWidth(doc, font, letter) * size)
  const lines: Run[][] = []
  for (let start = 0; start < set.length;) {
    let [end, breakAt, across] = [start, start, 0]
    while (end < set.length) {
      const { letter } = set[end]!
      across += widths[end]!
      if (across > most && letter !== ' ') break
      end += 1
      if (breaksAfter(letter)) breakAt = end
    }
    if (end < set.length) end = breakAt > start ? breakAt : Math.max(end, start + 1)
    lines.push(joined(set.slice(start, end)))
    start = end
  }
  return lines
}

const letterWidths = new WeakMap<Doc, Map<string, number>>()

/** The width of a letter at the size of one point; it grows with the size. */
function letterWidth(doc: Doc, font: string, letter: string): number {
  const known = letterWidths.get(doc) ?? new Map<string, number>()
  letterWidths.set(doc, known)
  const key = `${font} ${letter}`
  const across = known.get(key) ?? widthOf(doc, { font, text: letter }, 1)
  known.set(key, across)
  return across
}

function joined(set: readonly { font: string; letter: string }[]): Run[] {
  const runs: Run[] = []
  for (const { font, letter } of set) {
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

export const asPart = (doc: Doc, parent: Part, kind: string, draw: () => void) =>
  parent.add(doc.struct(kind, {}, draw))

/** `setText` as a part of the document. */
export function setPart(
  doc: Doc,
  parent: Part,
  kind: 'H1' | 'H2' | 'P' | 'TH' | 'TD',
  text: string,
  style: Style,
  box: Box,
): number {
  let height = 0
  asPart(doc, parent, kind, () => {
    height = setText(doc, text, style, box)
  })
  return height
}

/** Draws what a screen reader leaves out. */
export function decoration(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

type Rule = { y: number; x?: number; width?: number; color?: string }

/** A line across the page, or as wide as that. */
export const line = (
  doc: Doc,
  { y, x = page.margin, width: across = width, color = rule }: Rule,
): void =>
  decoration(doc, () => {
    doc
      .moveTo(x, y)
      .lineTo(x + across, y)
      .lineWidth(0.75)
      .stroke(color)
  })

/** Draws an SVG of plain paths at a place, as wide as that. */
export function drawPaths(
  doc: Doc,
  svg: string,
  at: { x: number; y: number; width: number },
  color: string,
): void {
  const [left = 0, top = 0, across = 1] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number)
  doc
    .save()
    .translate(at.x, at.y)
    .scale(at.width / across)
  doc.translate(-left, -top).lineCap('round').lineJoin('round')
  for (const [, attributes, d] of svg.matchAll(/<path([^>]*?)\bd="([^"]+)"/g)) {
    const stroke = Number(/stroke-width="([\d.]+)"/.exec(attributes!)?.[1] ?? 0)
    if (stroke > 0) doc.lineWidth(stroke).path(d!).stroke(color)
    else doc.path(d!).fill(color)
  }
  doc.restore()
}
