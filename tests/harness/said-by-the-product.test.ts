import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** What a journey waits for: a sentence, or the name of a button, link or field. */
const waitedFor =
  /(?:getByText\(|expectSaid\(\w+,|getByLabel\(|hasText:|getByRole\('\w+', \{ name:)\s*'((?:[^'\\]|\\.){8,})'/g

/** As browsers are asked: without regard to capital letters and breaks. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase()
const textOf = (pattern: string) =>
  globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** Put together of parts, or typed by a helper of tests. */
const ofParts = [
  'Saved now: First',
  'as a gift for Lucía Ferrer',
  'Hello, Wolfeschlegelsteinhausenberger',
  'Continue as Ana R.',
  '"status":"up"',
  'City, State',
  'The truck from the cellar is late. We go on at noon.',
]

// A journey that waits for a sentence of yesterday fails after half a minute, in each try; here at once.
test('what journeys wait for is said by the product', () => {
  const product = onOneLine(textOf('{src,fakes}/**/*.{ts,tsx,txt,sql}')).replaceAll(
    /\{' '\} ?/g,
    '',
  )
  const files = globSync('tests/{e2e,abuse}/**/*.ts')
  expect(files.length).toBeGreaterThan(100)
  let count = 0
  const unsaid = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return [...code.matchAll(waitedFor)].flatMap(([, sentence]) => {
      // Figures and names in quotes are put in by the product; what stands twice is typed by the test itself.
      if (/[\d“]/.test(sentence!) || code.split(sentence!).length > 2) return []
      count++
      return product.includes(onOneLine(sentence!)) || ofParts.includes(sentence!)
        ? []
        : [`${file}: ${sentence}`]
    })
  })
  expect(count).toBeGreaterThan(200)
  expect(unsaid).toEqual([])
})
