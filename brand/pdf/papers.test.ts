import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { digestOf, papers } from './papers.ts'
import printedFrom from './printed-from.json' with { type: 'json' }

test.each(papers)('$file says what the shop says (else: npm run pdf)', async ({ file, words }) => {
  expect(digestOf(words)).toBe((printedFrom as Record<string, string>)[file])

  const pdf = await readFile(new URL(`../../public/pdf/${file}`, import.meta.url), 'latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf).toMatch(/\/StructTreeRoot/)
  expect(pdf).toMatch(/\/Lang\s*\(en\)/)
  expect(pdf.length).toBeLessThan(300 * 1024)
})
