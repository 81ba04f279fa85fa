import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { calls, routes } from '#tests/harness/site-map.ts'

const map = readFileSync('docs/spec-map.md', 'utf8')

/** The cells of each row: the statement, its file below `src`, and its test, as the head of the map says. */
const rows = map
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(?:statement\||-)/.test(line))
  .map((line) => line.slice(1, -1).split('|'))

/** What is in `src` is named without it, everything else from the repository's folder. */
const isFile = (name: string): boolean => existsSync(join('src', name)) || existsSync(name)

const isTest = (name: string, file: string): boolean =>
  [dirname(join('src', file)), 'src', 'tests', '.'].some((folder) =>
    (name.endsWith('.ts') ? [''] : ['.test.ts', '.test.tsx']).some((end) =>
      existsSync(join(folder, name + end)),
    ),
  )

describe('the map of the specification', () => {
  test('has a statement, a file and a test in each row', () => {
    expect(rows.length).toBeGreaterThan(500)
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  })

  test('names files that are there', () => {
    expect(rows.filter(([, file]) => !isFile(file!))).toEqual([])
  })

  test('names tests that are there', () => {
    const untested = rows.filter(([, file, name]) => !isTest(name!, file!))
    expect(untested.map(([statement, , name]) => [statement, name])).toEqual([
      ['`admin/letters`, `admin/books`: earlier addresses', '—'],
      ['API base URL (ours: `/api`)', '—'],
    ])
  })

  test('names every route', () => {
    const all = routes()
    expect(all).toEqual(expect.arrayContaining(['about', 'edit', 'edit/{id}', '*']))
    expect(all.filter((address) => !map.includes(`\`${address}\``))).toEqual([])
  })

  test('names every call', () => {
    const all = calls()
    expect(all).toEqual(
      expect.arrayContaining([
        'GET /api/test',
        'GET /api/customers/sessions/{stripeCustomerId}',
        'POST /api/identity/sign-in',
      ]),
    )
    expect(all.filter((call) => !map.includes(`\`${call}\``))).toEqual([])
  })
})
