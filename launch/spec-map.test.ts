import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { calls, routes } from '#tests/harness/site-map.ts'

const mapFile = 'docs/spec-map.md'
const map = readFileSync(mapFile, 'utf8')

const links = [...new Set([...map.matchAll(/\]\(([^)#\s]+)\)/g)].map(([, path]) => path!))]

describe('the map of the specification', () => {
  test('leads to files that are there', () => {
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((path) => !existsSync(join(dirname(mapFile), path)))).toEqual([])
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
