import { expect, test } from 'vitest'

import { mutantsOf } from './mutants.ts'

const mistakesIn = (text: string, file = 'a.ts') =>
  mutantsOf(file, text).map(({ start, end, to }) => text.slice(0, start) + to + text.slice(end))

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
    'const a = db',
    'const a = db.where(and( isNull(d)))',
    'const a = db.where(and(eq(b, c), ))',
  ])
})

test('turns orders and borders of a statement, and leaves out what it sets', () => {
  const drizzle = "import { lt, sql } from 'drizzle-orm'\n"
  const inSql = (text: string) =>
    mistakesIn(drizzle + text).map((mistake) => mistake.slice(drizzle.length))
  expect(inSql('const a = lt(b, c), d = asc(e)')).toEqual([
    'const a = sql`${b} <= ${c}`, d = asc(e)',
    'const a = lt(b, c), d = sql`${e} desc`',
  ])
  expect(inSql('const a = db.set({ b, c: d })')).toEqual([
    'const a = db.set({  c: d })',
    'const a = db.set({ b,  })',
  ])
})

test('turns what a statement says, and leaves out each condition and what it sets', () => {
  const inSql = (text: string) =>
    mistakesIn(`const a = sql\`${text}\``).map((mistake) => mistake.slice(14, -1))
  expect(inSql('update a set b = 1, c = ${d} where e is null and f < g or h')).toEqual([
    'update a set b = 1, c = ${d} where e is null and f <= g or h',
    'update a set b = 1, c = ${d} where e is not null and f < g or h',
    'update a set b = 2, c = ${d} where e is null and f < g or h',
    'update a set  c = ${d} where e is null and f < g or h',
    'update a set b = 1 where e is null and f < g or h',
    'update a set b = 1, c = ${d} where true and f < g or h',
    'update a set b = 1, c = ${d} where e is null and false or h',
    'update a set b = 1, c = ${d} where e is null and f < g or false',
  ])
  expect(
    inSql("select a from b where c in ('d', 'e') and g between h and i order by j desc"),
  ).toEqual([
    "select a from b where c in ('d', 'e') and g between h and i order by j asc",
    "select a from b where c in ('e') and g between h and i order by j desc",
    "select a from b where c in ('d') and g between h and i order by j desc",
    'select a from b where true and g between h and i order by j desc',
    "select a from b where c in ('d', 'e') and true order by j desc",
  ])
  expect(
    inSql("select a from b where c > now() - interval '3 days' for update skip locked"),
  ).toEqual([
    "select a from b where c >= now() - interval '3 days' for update skip locked",
    "select a from b where c > now() + interval '3 days' for update skip locked",
    "select a from b where c > now() - interval '4 days' for update skip locked",
    "select a from b where c > now() - interval '3 days' ",
    'select a from b where true for update skip locked',
  ])
  // The 1 of rows that are only counted or looked for is not read.
  expect(inSql('exists (select 1 from a) or (select 1 + b from a) > c')).toEqual([
    'exists (select 1 from a) or (select 1 + b from a) >= c',
    'exists (select 1 from a) or (select 1 - b from a) > c',
    'exists (select 1 from a) or (select 2 + b from a) > c',
    'exists (select 1 from a) or false',
  ])
  expect(inSql('with a as (delete from b returning 1) select c')).toEqual([])
})

test('leaves words of a list alone that a type is read from, and no other list', () => {
  const type = 'type Kind = (typeof kinds)[number]'
  expect(mistakesIn(`const kinds = ['a', 'b'] as const\n${type}`)).toEqual([])
  expect(mistakesIn(`const others = ['a'] as const, b = others\n${type}`)).toEqual([
    `const others = [] as const, b = others\n${type}`,
  ])
  expect(mistakesIn("export const alone = ['a'] as const")).toEqual([])
})

test('leaves the status of a redirect alone that leads to the same with the next', () => {
  expect(mistakesIn('const a = redirect(b, 302)')).toEqual([])
  expect(mistakesIn('const a = redirect(b, 303)')).toEqual(['const a = redirect(b, 304)'])
})

test('turns no method that each object has', () => {
  expect(mistakesIn('const a = b.toString()')).toEqual([])
})

test('leaves types, imports and texts as they are', () => {
  expect(
    mistakesIn("import { a } from './a.ts'\ntype B = 1 | true\nconst c = `x` + a + 'y'"),
  ).toEqual([])
})

test('leaves out what a page shows on a condition and what it gives to its parts, not how it looks', () => {
  const page = '<p className={a} max={3}>Left: {b && <Case n={1} onPress={() => c()} />}</p>'
  expect(mistakesIn(page, 'a.tsx')).toEqual([
    '<p className={a} max={3}>Left: </p>',
    '<p className={a} >Left: {b && <Case n={1} onPress={() => c()} />}</p>',
    '<p className={a} max={4}>Left: {b && <Case n={1} onPress={() => c()} />}</p>',
    '<p className={a} max={3}>Left: {b || <Case n={1} onPress={() => c()} />}</p>',
    '<p className={a} max={3}>Left: {b && <Case  onPress={() => c()} />}</p>',
    '<p className={a} max={3}>Left: {b && <Case n={2} onPress={() => c()} />}</p>',
  ])
  expect(mistakesIn('<p>{/* Why so. */}Left</p>', 'a.tsx')).toEqual([])
})
