import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ageCookie, refusedCookie } from '#platform/http/age-gate.rules.ts'
import { cookies, sessionCookie } from '#platform/http/cookies.rules.ts'

import { idsOf, requirementLevels } from './asvs-requirements.ts'

const files = ['docs/security.md', 'docs/asvs.md']

/** What is behind each heading of the second level. */
const sections = new Map(
  files
    .flatMap((file) => readFileSync(file, 'utf8').split(/^## /m).slice(1))
    .map((section) => [section.split('\n', 1)[0]!, section]),
)
const rowsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(-|requirement\b|risk\b)/.test(line))

/** The last cell of a row. */
const lastCell = (row: string) => row.split('|').at(-2)!.trim()

describe('what is said of security', () => {
  test('has rows for every chapter that applies', () => {
    const chapters = [...sections].filter(([heading]) => /^V\d+ /.test(heading))
    const numbers = chapters.map(([heading]) => Number(/\d+/.exec(heading)![0]))
    expect(numbers).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
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

  test('tells of each requirement of levels 1 and 2 once, and which of level 2 were not assessed', () => {
    const told = [...sections]
      .filter(([heading]) => /^V\d+ /.test(heading))
      .flatMap(([, section]) => rowsOf(section))
      .flatMap((row) => {
        const [, section, first, last] = /^\|(\d+\.\d+)\.(\d+)(?:–[\d.]+\.(\d+))? /.exec(row) ?? []
        return section ? idsOf(section, `${first}-${last ?? first}`) : []
      })
    const left = sections.get('Not assessed')!.match(/\b\d+\.\d+\.\d+\b/g) ?? []
    expect([...told, ...left].toSorted()).toEqual([...requirementLevels.keys()].toSorted())
    expect(left.filter((id) => requirementLevels.get(id) === 1)).toEqual([])
  })

  test('says of each table of the database what it holds and what protects it', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    const tables = sources
      .filter((name) => name.endsWith('tables.ts'))
      .flatMap((name) => [
        ...readFileSync(join('src', name), 'utf8').matchAll(/\bpgTable\(\s*'(\w+)'/g),
      ])
      .map(([, table]) => table!)
    expect(tables.length).toBeGreaterThan(80)
    const told = sections.get('Data and what protects it')!
    expect(tables.filter((table) => !told.includes(`\`${table}\``))).toEqual([])
  })

  test('lists each cookie', () => {
    const told = sections.get('Cookies')!
    const names = [...Object.values(cookies).map(({ name }) => name), sessionCookie]
    names.push(ageCookie.name, refusedCookie.name)
    expect(names.filter((name) => !told.includes(`\`${name}\``))).toEqual([])
  })

  test('names every attack of the suite, each of which searches the log', () => {
    const told = sections.get('Risks')!
    const attacks = readdirSync('tests/abuse').filter((name) => name.endsWith('.test.ts'))
    expect(attacks.filter((name) => !told.includes(`(../tests/abuse/${name})`))).toEqual([])
    // It starts servers of its own.
    const silent = attacks.filter(
      (name) => !readFileSync(join('tests/abuse', name), 'utf8').includes('expectQuietLog'),
    )
    expect(silent).toEqual(['unsafe-setup.test.ts'])
  })
})
