import { readFileSync } from 'node:fs'

import type { Font } from 'fontkit'
import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'

import { labelLines, labelSize } from './label-lines.ts'

const fonts = ['latin', 'latin-ext'].map((part) => {
  const file = `node_modules/@fontsource/cinzel/files/cinzel-${part}-500-normal.woff`
  return create(readFileSync(file)) as Font
})

const linesOf = (name: string) => labelLines({ name, vintage: '2024' }, fonts)

/** Left and right end of an outline, by its absolute coordinates. */
function reach(outline: string): [number, number] {
  const pairs = [...outline.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x]) => Number(x))
  return [Math.min(...pairs), Math.max(...pairs)]
}

describe('the lines of a label', () => {
  it.each([
    'Malbec',
    'Ñandú d’Étoile',
    "Gran Corte Finca La Señora de los Ángeles O'Higgins Reserva",
    'Superlongwordwithoutanyspaceatallinitssixtycharactersofname',
    'W'.repeat(40),
  ])('hold %s between its rules', (name) => {
    const lines = linesOf(name)!
    expect(lines.length).toBeLessThanOrEqual(3)
    for (const { outline } of lines) {
      const [left, right] = reach(outline)
      expect(left).toBeGreaterThanOrEqual(140)
      expect(right).toBeLessThanOrEqual(labelSize.width - 140)
    }
  })

  it('are the name in one line, or two when it is long, and the vintage', () => {
    expect(linesOf('Cabernet Sauvignon')).toHaveLength(2)
    expect(linesOf('Gran Corte Finca La Señora de los Ángeles')).toHaveLength(3)
    expect(linesOf('Malbec')!.map(({ color }) => color)).toEqual(['ink', 'copper'])
  })

  it('are as large as fits in one line, else in two', () => {
    const widths = [
      'Malbec',
      'Cabernet Sauvignon',
      'Gran Corte Finca La Señora de los Ángeles',
    ].map((name) => {
      const [left, right] = reach(linesOf(name)![0]!.outline)
      return Math.round(right - left)
    })
    expect(widths).toEqual([314, 524, 501])
  })

  it('take letters of either part of the typeface, and either apostrophe', () => {
    expect(linesOf('Őr Žilavka')).not.toBeNull()
    expect(linesOf("d'Uco")).toEqual(linesOf('d’Uco'))
    expect(linesOf('N\u0303andu\u0301')).toEqual(linesOf('Ñandú'))
  })

  it('are none for a name that the typeface cannot write', () => {
    expect(linesOf('Малбек')).toBeNull()
    expect(linesOf('Malbec 🍇')).toBeNull()
  })
})
