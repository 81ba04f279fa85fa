import { expect, test } from 'vitest'

import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'

import { loader as loadAccounting } from './months/accounting.page.tsx'
import type { MonthFigures } from './months/month-figures.rules.ts'
import { loader as loadFile, middleware as guardFile } from './months/month-file.route.ts'
import { action as turnMonth, loader as loadMonth } from './months/month.page.tsx'
import { insertMonth } from './months/months.store.server.ts'
import { loader as loadReconciliation } from './reconciliation/reconciliation.page.tsx'
import { reconciliations } from './reconciliation/tables.ts'

const { testShop, staff } = await openStaffedShop()
const { db } = testShop
const loaded = loadedBy(testShop, staff)
const accountant = { duties: ['accounting'] } as const
const support = { duties: ['support'] } as const

const month = '2026-01'
await db.transaction((tx) =>
  insertMonth(tx, {
    ...{ month, closedAt: new Date('2026-02-02T18:00:00Z'), closedBy: 'ana@kohue.example' },
    ...{ figures: { opening: 5, closing: 7, moved: {} } as unknown as MonthFigures, hashes: {} },
    files: { lines: Buffer.from('é;1'), sums: Buffer.from('2'), summary: Buffer.from('%PDF') },
  }),
)

test('the pages of accounting are for those with that duty', async () => {
  const params = { month }
  for (const load of [loadAccounting, loadMonth, loadReconciliation]) {
    expect(await loaded(load, { params, ...accountant })).toBeTypeOf('object')
    expect(await loaded(load, { params, ...support })).toBe(403)
  }
})

test('a month is shown by its name in the address, and an owner alone may open it again', async () => {
  const page = (of: object, more: object = {}) => loaded(loadMonth, { params: of, ...more })
  const closed = { by: 'ana@kohue.example' }
  expect(await page({ month })).toMatchObject({
    ...{ month, closed, figures: { opening: 5, closing: 7 }, mayReopen: true },
    formKey: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(await page({ month }, accountant)).toMatchObject({ mayReopen: false })
  expect(await page({ month: '2026-02' })).toMatchObject({ month: '2026-02', closed: null })
  for (const wrong of [{}, { month: '2026-13' }, { month: 'x' }]) {
    expect(await page(wrong)).toBe(404)
  }
  const press = (intent: string) =>
    loaded(turnMonth, { params: { month }, form: { intent, month: '2026-02' }, ...accountant })
  expect(await press('reopen')).toBe(403)
  expect(await press('drop')).toBe(400)
  expect(await press('prepare')).toBe('/page')
  expect(await press('close')).toEqual(['/page', 'This month is closed.'])
})

test('a file of a month is sent as what it is, under its name', async () => {
  const file = async (kind: string, more: object = {}) => {
    const answered = await loaded(loadFile, { params: { month, kind }, ...accountant, ...more })
    if (!(answered instanceof Response)) return answered
    return [...answered.headers.values(), await answered.text()]
  }
  const named = (name: string) => expect.stringMatching(`^attachment; filename="${name}"$`)
  const csv = 'text/csv; charset=utf-8'
  expect(await file('lines')).toEqual([
    named(String.raw`kohue-2026-01-lines-\d{4}-\d\d-\d\d-[\w.-]+\.csv`),
    ...[csv, 'é;1'],
  ])
  expect(await file('sums')).toEqual([named(String.raw`kohue-2026-01-sums-.+\.csv`), csv, '2'])
  expect(await file('summary')).toEqual([
    named(String.raw`kohue-2026-01-summary-.+\.pdf`),
    ...['application/pdf', '%PDF'],
  ])
  expect(await file('sums', { params: { month: '2026-02', kind: 'sums' } })).toMatchObject([
    ...[named(String.raw`kohue-2026-02-sums-draft-.+\.csv`), csv, expect.any(String)],
  ])
  expect([await file('all'), await file('toString')]).toEqual([404, 404])
  expect(await file('sums', { params: { month: 'x', kind: 'sums' } })).toBe(404)
  expect(await file('sums', support)).toBe(403)
  expect(await loadedBy(testShop, null)(guardFile[0]!, { path: '/admin/x' })).toBe(
    '/login?to=%2Fadmin%2Fx',
  )
})

test('the last fifteen reconciliations stand beside the differences, the newest first', async () => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + index))
  await db.insert(reconciliations).values(
    Array.from({ length: 16 }, (_, index) => ({
      ...{ startedAt: at(index), spanFrom: at(0), spanTo: at(index), differenceCount: index },
    })),
  )
  const page = await loaded<{ checks: { differenceCount: number }[] }>(loadReconciliation)
  expect(page).toMatchObject({ isStale: false, list: { query: { search: '' } } })
  expect(page.checks.map(({ differenceCount }) => differenceCount)).toEqual([
    ...[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  ])
})
