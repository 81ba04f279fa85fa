import { expect, test } from 'vitest'

import { mutantsOf } from './mutants.ts'

const mistakesIn = (text: string) =>
  mutantsOf('a.ts', text).map(({ start, end, to }) => text.slice(0, start) + to + text.slice(end))

test('turns operators, conditions and constants', () => {
  expect(mistakesIn('const a = (b: number) => b >= 3 && !c')).toEqual([
    'const a = (b: number) => b >= 3 || !c',
    'const a = (b: number) => b > 3 && !c',
    'const a = (b: number) => b >= 4 && !c',
    'const a = (b: number) => b >= 3 && c',
  ])
  expect(mistakesIn('const a = b ? 1 : c ?? d')).toEqual([
    'const a = true ? 1 : c ?? d',
    'const a = false ? 1 : c ?? d',
    'const a = b ? 2 : c ?? d',
    'const a = b ? 1 : c',
  ])
})

test('leaves out statements, returns, elements and calls', () => {
  expect(mistakesIn('function a() { b(); return c }')).toEqual([
    'function a() { ; return c }',
    'function a() { b(); return undefined as never }',
  ])
  expect(mistakesIn("const a = ['b', 'c'] as const, d = a")).toEqual([
    "const a = [ 'c'] as const, d = a",
    "const a = ['b', ] as const, d = a",
  ])
  expect(mistakesIn('const a = b.filter(c).some(d)')).toEqual([
    'const a = b.filter(c).every(d)',
    'const a = b.some(d)',
  ])
})

test('leaves out conditions of a statement', () => {
  expect(mistakesIn('const a = db.where(and(eq(b, c), isNull(d)))')).toEqual([
    'const a = db.where(and( isNull(d)))',
    'const a = db.where(and(eq(b, c), ))',
  ])
})

test('leaves words of a list alone that a type is read from, and no other list', () => {
  const type = 'type Kind = (typeof kinds)[number]'
  expect(mistakesIn(`const kinds = ['a', 'b'] as const\n${type}`)).toEqual([])
  expect(mistakesIn(`const others = ['a'] as const, b = others\n${type}`)).toEqual([
    `const others = [] as const, b = others\n${type}`,
  ])
  expect(mistakesIn("export const alone = ['a'] as const")).toEqual([])
})

test('turns no method that each object has', () => {
  expect(mistakesIn('const a = b.toString()')).toEqual([])
})

test('leaves types, imports and texts as they are', () => {
  expect(
    mistakesIn("import { a } from './a.ts'\ntype B = 1 | true\nconst c = `x` + a + 'y'"),
  ).toEqual([])
})
