import type { Font, Glyph } from 'fontkit'

/** A line of a label: its words as an outline, in the label's own units. */
export type LabelLine = { outline: string; color: 'ink' | 'copper' }

/** The label's drawing is as wide and high as this, 90 × 115 mm. */
export const labelSize = { width: 900, height: 1_150 } as const

/** Between the ornament below the brand's name and the rule above the place. */
const middle = labelSize.width / 2
const widest = 600

/** Tried in this order: the first in which the name fits in one line, then in two. */
const oneLine = [
  { size: 56, tracking: 0.3 },
  { size: 50, tracking: 0.22 },
  { size: 44, tracking: 0.15 },
  { size: 38.5, tracking: 0.1 },
] as const
const twoLines = [38, 35, 32, 29, 26, 23, 20, 17, 14, 11, 8].map((size) => ({
  size,
  tracking: 0.08,
}))

type Lettering = { size: number; tracking: number }

/**
 * The lines that name a wine on its label: the name in capitals, in one line or two, and the
 * vintage below it. Null when the fonts lack one of its characters.
 */
export function labelLines(
  { name, vintage }: { name: string; vintage: string },
  fonts: readonly Font[],
): LabelLine[] | null {
  const words = capitals(name).split(' ')
  const setter = (text: string, lettering: Lettering) => setLine(text, lettering, fonts)
  const year = setter(vintage, { size: 40, tracking: 0.34 })
  const found = fitted(words, setter)
  if (!found || !year) return null
  const { lines, size } = found
  const baselines = lines.length === 1 ? [785] : [758, 758 + size * 1.3]
  // One line keeps the distances of the drawn labels; two take some of them.
  const yearAt = lines.length === 1 ? 856 : Math.min(872, baselines[1]! + 64)
  return [
    ...lines.map((line, index) => ({
      outline: line.at(middle, baselines[index]!),
      color: 'ink' as const,
    })),
    { outline: year.at(middle, yearAt), color: 'copper' },
  ]
}

type SetLine = { width: number; at(x: number, y: number): string }

function fitted(
  words: readonly string[],
  setter: (text: string, lettering: Lettering) => SetLine | null,
): { lines: SetLine[]; size: number } | null {
  const whole = words.join(' ')
  for (const lettering of oneLine) {
    const line = setter(whole, lettering)
    if (!line) return null
    if (line.width <= widest) return { lines: [line], size: lettering.size }
  }
  for (const lettering of twoLines) {
    const lines = halves(words).map((text) => setter(text, lettering)!)
    if (lines.every(({ width }) => width <= widest)) return { lines, size: lettering.size }
  }
  return null
}

/** Two lines of as equal a length as its words allow; one word stays in one. */
function halves(words: readonly string[]): string[] {
  if (words.length === 1) return [words[0]!]
  const cuts = words.slice(1).map((_, index) => {
    const lines = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map(({ length }) => length)) }
  })
  return cuts.toSorted((a, b) => a.longest - b.longest)[0]!.lines
}

/** As a label says it: capitals, one space between words, and the apostrophe of type. */
const capitals = (name: string): string =>
  name.normalize('NFC').replaceAll(/['ʼ‘]/g, '’').trim().replaceAll(/\s+/g, ' ').toUpperCase()

/** Sets a text around a middle; tracking in em. Null when no font has one of its characters. */
function setLine(
  text: string,
  { size, tracking }: Lettering,
  fonts: readonly Font[],
): SetLine | null {
  const glyphs: { glyph: Glyph; scale: number; left: number }[] = []
  let width = 0
  let before: { font: Font; character: string } | null = null
  for (const character of text) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(character.codePointAt(0)!))
    if (!font) return null
    const glyph = font.glyphForCodePoint(character.codePointAt(0)!)
    const scale = size / font.unitsPerEm
    if (before) width += tracking * size + kerning(before, { font, character }) * scale
    glyphs.push({ glyph, scale, left: width })
    width += glyph.advanceWidth * scale
    before = { font, character }
  }
  return {
    width,
    at: (x, y) =>
      glyphs
        .map(({ glyph, scale, left }) =>
          glyph.path.transform(scale, 0, 0, -scale, x - width / 2 + left, y).toSVG(),
        )
        .join(''),
  }
}

type Set = { font: Font; character: string }

/** By how much two characters stand apart beyond their widths, in the font's units. */
function kerning(one: Set, next: Set): number {
  if (one.font !== next.font) return 0
  const apart = [one, next].map(({ font, character }) => font.layout(character).advanceWidth)
  return one.font.layout(one.character + next.character).advanceWidth - apart[0]! - apart[1]!
}
