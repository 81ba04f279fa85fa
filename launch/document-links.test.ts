import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const documents = globSync(['*.md', '{brand,docs,fakes,tests}/**/*.md'])
const decisions = globSync('docs/decisions/*.md').map((file) => basename(file))
const isDecision = (number: string): boolean => decisions.some((name) => name.startsWith(number))

/** What a pattern finds in a file, with the file's name. */
const found = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, what]) => ({ file, what: what! }))

test('links of the documents lead to files that are there', () => {
  const links = documents.flatMap((file) => found(file, /\]\((?!https?:)([^)#\s]+)/g))
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter(({ file, what }) => !existsSync(join(dirname(file), what)))).toEqual([])
})

test('a decision is one file, under its number, accepted or superseded', () => {
  const numbers = decisions.map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
  const head = /^# (\d+)\. .+\n\n(?:Accepted \d{4}-\d\d-\d\d\.|Superseded by \[)/
  const headed = decisions.map((name) =>
    head.exec(readFileSync(join('docs/decisions', name), 'utf8'))?.[1]?.padStart(4, '0'),
  )
  expect(headed).toEqual(numbers)
})

test('decisions that sources and the map of the specification name by number are there', () => {
  const sources = globSync('{brand,fakes,launch,src,tests}/**/*.{ts,tsx,mjs}')
  const named = [
    ...sources.flatMap((file) => found(file, /docs\/decisions\/(\d{4})/g)),
    ...found('docs/spec-map.md', /\((\d{4})\)/g),
  ]
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ what }) => !isDecision(what))).toEqual([])
})
