import { globSync } from 'node:fs'
import { resolve } from 'node:path'

import { test } from 'vitest'

import { expectText } from '#tests/harness/expected-text.ts'

const files = globSync('src/*/**/*.copy.ts').toSorted()
const folders = [...new Set(files.map((file) => file.split('/')[1]!))]

/** A table by codes, such as `sold-out`: the keys of a page's labels have no hyphens. */
const isByCode = (table: object) => Object.keys(table).some((key) => key.includes('-'))

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The exported tables of a file, a line for the words of each code. */
async function tablesIn(file: string): Promise<{ name: string; lines: string[] }[]> {
  const exported: Record<string, unknown> = await import(resolve(file))
  return Object.entries(exported).flatMap(([name, table]) => {
    if (typeof table !== 'object' || table === null || !isByCode(table)) return []
    const lines = Object.entries(table).flatMap(([code, value]) => {
      const texts = textsIn(value)
      return texts.length > 0 ? [`${code}: ${texts.join(' / ')}`] : []
    })
    return lines.length > 0 ? [{ name, lines }] : []
  })
}

test.each(folders)('%s says what it should of each reason, state and kind', async (folder) => {
  const own = files.filter((file) => file.startsWith(`src/${folder}/`))
  const seen = new Set<string>()
  const tables = (await Promise.all(own.map(tablesIn))).flat().map(({ name, lines }) => {
    // A table that takes over another's words shows its own alone.
    const shown = lines.filter((line) => !seen.has(line))
    for (const line of lines) seen.add(line)
    return shown.length > 0 ? ['', `## ${name}`, ...shown] : []
  })
  if (tables.length > 0) expectText(`../${folder}/codes`, tables.flat())
})
