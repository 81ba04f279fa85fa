import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { ageGateCopy } from '#accounts/age-gate/age-gate.copy.ts'

const css = readFileSync(new URL('./fonts/gate.css', import.meta.url), 'utf8')
const glyphsOf = (family: string) => {
  const [, face] = css.split(`font-family: '${family}'`)
  const range = /unicode-range: ([^;]+);/.exec(face!)![1]!
  return range.split(', ').map((code) => String.fromCodePoint(Number.parseInt(code.slice(2), 16)))
}
const { question, refusedTitle, over, under, ...sentences } = ageGateCopy

test.each([
  ['Gate Cinzel', [question, refusedTitle, over, under]],
  ['Gate Garamond', Object.values(sentences)],
])('%s has every glyph of the age gate (else: node brand/fonts.ts)', (family, texts) => {
  const missing = [...new Set(texts.join(''))].filter((sign) => !glyphsOf(family).includes(sign))
  expect(missing).toEqual([])
})

test('the two faces weigh about 10 kB', () => {
  expect(css.length).toBeLessThan(12_000)
  expect(css.match(/font-display: block/g)).toHaveLength(2)
})
