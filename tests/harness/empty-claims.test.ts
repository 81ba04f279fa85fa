import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { emptyClaimsIn } from './empty-claims.ts'

const found = (code: string, file = 'a.rules.test.ts') =>
  emptyClaimsIn(file, code).map(({ line, why }) => `${line} ${why}`)

test('a text of which nothing says that it is there lacks everything', () => {
  const body = (claims: string) =>
    `test('a', async () => {\nconst page = await open()\n${claims}\n})`
  expect(found(body(`expect(page).not.toContain('b')`))).toEqual(['3 nothing there'])
  expect(found(body(`expect(page).toContain('a')\nexpect(page).not.toContain('b')`))).toEqual([])
  const read = `const html = page.html\nexpect(page.status).toBe(200)\nexpect(html).not.toMatch(/b/)`
  expect(found(body(read))).toEqual([])
})

test('what is expected of a table is written out', () => {
  const code = (expected: string) =>
    `import { prices, priceOf } from './a.rules.ts'\ntest('a', () => expect(priceOf('b')).toBe(${expected}))`
  expect(found(code('prices.b'))).toEqual(['2 own table'])
  expect(found(code('5'))).toEqual([])
  expect(found(code(`priceOf('c')`))).toEqual([])
  expect(found(code('prices.b'), 'a.actions.db.test.ts')).toEqual([])
})

test('an empty object in what is to be matched is matched by anything', () => {
  const code = (claim: string) => `test('a', () => {\n${claim}\n})`
  expect(found(code('expect(a).toMatchObject({ b: {} })'))).toEqual(['2 anything'])
  expect(found(code('expect(a).toMatchObject([{ b: 1 }, {}])'))).toEqual(['2 anything'])
  expect(found(code('expect(a).toMatchObject({ b: { c: 1 } })'))).toEqual([])
  expect(found(code('expect(a).toEqual({ b: {} })'))).toEqual([])
})

test('no test of a module claims what cannot be false', () => {
  const files = globSync('src/**/*.test.{ts,tsx}')
  expect(files.length).toBeGreaterThan(200)
  const claims = files.flatMap((file) =>
    emptyClaimsIn(file, readFileSync(file, 'utf8')).map(
      ({ line, why, what }) => `${file}:${line}: ${why}: ${what}`,
    ),
  )
  expect(claims).toEqual([])
})
