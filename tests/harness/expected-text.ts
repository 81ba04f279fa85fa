import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect } from 'vitest'

/**
 * Compares lines with the file `name.expected.txt` beside the running test, which was read and found right. `REWRITE=1`
 * writes it anew, to be read again.
 */
export function expectText(name: string, lines: readonly string[]): void {
  const file = join(dirname(expect.getState().testPath!), `${name}.expected.txt`)
  const text = lines.join('\n').trim()
  if (process.env['REWRITE']) writeFileSync(file, `${text}\n`)
  expect(text.split('\n')).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
}
