import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

const file = 'docs/security.md'
const text = readFileSync(file, 'utf8')

/** What is behind each heading of the second level. */
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]!, section]),
)
const rowsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *(-+|requirement|file) /.test(line))

/** The last cell of a row. */
const lastCell = (row: string) => row.split('|').at(-2)!.trim()

describe('what is said of security', () => {
  test('leads to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map(([, path]) => path!)
    const local = links.filter((path) => !/^https?:/.test(path))
    expect(local.length).toBeGreaterThan(100)
    expect(local.filter((path) => !existsSync(join(dirname(file), path)))).toEqual([])
  })

  test('has rows for every chapter that applies', () => {
    const chapters = [...sections].filter(([heading]) => /^V\d+ /.test(heading))
    const numbers = chapters.map(([heading]) => Number(/\d+/.exec(heading)![0]))
    // V17 is about WebRTC, which the shop does not have.
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
    for (const [heading, section] of chapters) {
      expect(rowsOf(section).length, heading).toBeGreaterThan(0)
    }
  })

  test('names a test in each row, or says that there is none', () => {
    const chapters = [...sections].filter(([heading]) => /^V\d+ /.test(heading))
    const untold = chapters
      .flatMap(([, section]) => rowsOf(section))
      .filter((row) => !/\.test\.tsx?\)|^—|\]\(/.test(lastCell(row)))
    expect(untold).toEqual([])
  })

  test('names every attack of the suite', () => {
    const told = sections.get('The abuse suite')!
    const files = readdirSync('tests/abuse').filter((name) => name.endsWith('.test.ts'))
    expect(files.filter((name) => !told.includes(`(../tests/abuse/${name})`))).toEqual([])
  })
})
