import cyrillic from '@fontsource/source-sans-3/files/source-sans-3-cyrillic-400-normal.woff?inline'
import cyrillicMore from '@fontsource/source-sans-3/files/source-sans-3-cyrillic-ext-400-normal.woff?inline'
import greek from '@fontsource/source-sans-3/files/source-sans-3-greek-400-normal.woff?inline'
import latin from '@fontsource/source-sans-3/files/source-sans-3-latin-ext-400-normal.woff?inline'
import latinStrong from '@fontsource/source-sans-3/files/source-sans-3-latin-ext-600-normal.woff?inline'
import vietnamese from '@fontsource/source-sans-3/files/source-sans-3-vietnamese-400-normal.woff?inline'
import vietnameseStrong from '@fontsource/source-sans-3/files/source-sans-3-vietnamese-600-normal.woff?inline'
import type { Font } from 'fontkit'

import { bytesOf } from '../http/inline-file.ts'

export type FontName = 'display' | 'sans' | 'strong'

/** A part of a text in one font. */
export type Run = { font: string; text: string }

/** Fonts for letters that a paper's own fonts lack, in the order in which they are tried. */
const files: Readonly<Record<string, string>> = {
  'latin-strong': latinStrong,
  'vietnamese-strong': vietnameseStrong,
  latin,
  vietnamese,
  cyrillic,
  'cyrillic-more': cyrillicMore,
  greek,
}
const han = 'han'

const strong = Object.keys(files)
const plain = strong.filter((name) => !name.endsWith('-strong'))
const triedAfter: Readonly<Record<FontName, readonly string[]>> = {
  display: [...plain, han],
  sans: [...plain, han],
  strong: [...strong, han],
}

const loaded = new Map<string, { file: Buffer; font: Font }>()

async function load(name: string, dataUrl: string): Promise<void> {
  const { create } = await import('fontkit')
  const file = bytesOf(dataUrl)
  loaded.set(name, { file, font: create(file) as Font })
}

/** The letters that the fonts of all papers have. */
export const isCommon = (letter: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013-\u2026]$/.test(letter)

const isHan =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

/** Loads the fonts that texts need, once for the process; `runsOf` knows those that are loaded. */
export async function loadFontsFor(texts: string): Promise<void> {
  if ([...texts].every((letter) => isCommon(letter) || letter === '\n')) return
  for (const [name, file] of Object.entries(files)) {
    if (!loaded.has(name)) await load(name, file)
  }
  // By far the largest.
  if (isHan.test(texts) && !loaded.has(han)) {
    await load(han, (await import('./droid-sans-fallback.woff?inline')).default)
  }
}

/** Adds the fonts that are loaded to a document, which embeds what it uses of them. */
export function registerLoaded(doc: PDFKit.PDFDocument): void {
  for (const [name, { file }] of loaded) doc.registerFont(name, file)
}

const fontWith = (letter: string, font: FontName): string | undefined =>
  isCommon(letter)
    ? font
    : triedAfter[font].find((name) =>
        loaded.get(name)?.font.hasGlyphForCodePoint(letter.codePointAt(0)!),
      )

/** A letter that no font has, without its accents, or as a question mark. */
function substitute(letter: string): string {
  const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return bare && [...bare].every(isCommon) ? bare : '?'
}

/** A text in parts of one font each. */
export function runsOf(text: string, font: FontName): Run[] {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const found = fontWith(letter, font)
    const [name, shown] = found ? [found, letter] : [font, substitute(letter)]
    const last = runs.at(-1)
    if (last?.font === name) last.text += shown
    else runs.push({ font: name, text: shown })
  }
  return runs
}

/** The letters of a text that papers show as question marks. */
export async function lettersWithoutFont(text: string): Promise<string[]> {
  await loadFontsFor(text)
  const letters = new Set(text.normalize('NFC'))
  return [...letters].filter(
    (letter) => !fontWith(letter, 'sans') && substitute(letter) === '?' && letter !== '?',
  )
}

/** Between these letters a line may end. */
export const breaksAfter = (letter: string): boolean => letter === ' ' || isHan.test(letter)
