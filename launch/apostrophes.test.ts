import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** Quoted by the specification with the typewriter's apostrophe, which the fonts draw as ’. */
const quoted = [
  "You haven't made any orders yet.",
  "You've reached the maximum quantity limit.",
  "Something's missing",
  "We'll be in touch soon.",
  "We'll be reaching out soon",
]

const comments = /\{?\/\*[\s\S]*?\*\/\}?|^\s*\/\/.*$|\s\/\/ .*$/gm
const straightApostrophe = /[a-z]\\?'(?:t|s|ll|re|ve|d|m)\b/i
const straightQuotation = /'[^'\n]*\s"[A-Za-z][^'\n]*'/

test('what people read has typographic apostrophes and quotation marks', () => {
  const files = globSync('src/**/*.{copy.ts,tsx,actions.server.ts}').filter(
    (file) => !/\.test\.|styleguide/.test(file),
  )
  const straight = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .replace(comments, '')
      .split('\n')
      .filter((line) => straightApostrophe.test(line) || straightQuotation.test(line))
      .filter((line) => !quoted.some((words) => line.includes(words)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(straight).toEqual([])
})
