import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect } from 'vitest'

const fileOf = (name: string) => join(dirname(expect.getState().testPath!), `${name}.expected.txt`)

/**
 * Compares lines with the file `name.expected.txt` beside the running test, which was read and found right. `REWRITE=1`
 * writes it anew, to be read again.
 */
export function expectText(name: string, lines: readonly string[]): void {
  const file = fileOf(name)
  const text = lines.join('\n').trim()
  if (process.env['REWRITE']) writeFileSync(file, `${text}\n`)
  expect(text.split('\n')).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
}

/** Compares lines with one section of such a file: what stands below its line `%% heading`. */
export function expectSection(name: string, heading: string, lines: readonly string[]): void {
  const file = fileOf(name)
  const isThis = (section: string) => section.startsWith(`%% ${heading}\n`)
  const sections = () => (existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=%% )/m) : [])
  const section = lines.length > 0 ? `%% ${heading}\n${lines.join('\n').trim()}\n` : ''
  if (process.env['REWRITE']) {
    writeFileSync(file, [...sections().filter((one) => !isThis(one)), section].join(''))
  }
  expect(section.split('\n')).toEqual((sections().find(isThis) ?? '').split('\n'))
}
