import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Difference } from '#payments/reconciliation.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { differenceList } from './difference-list.store.server.ts'
import { finishReconciliation, startReconciliation } from './reconciliation.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  await found('2026-11-01', [{ kind: 'hold-left-open', checkout: 'c-1' }])
  await found('2026-11-02', [
    { kind: 'refund-waits', order: 1042, amount: 12_300 },
    { kind: 'left-authorised', payment: 'pi_77', amount: 100 },
  ])
})
afterAll(() => testShop.close())

const accounting = {
  id: randomUUID(),
  email: 'accounting@kohue.example',
  role: 'staff' as const,
  duties: ['accounting' as const],
}

async function found(day: string, differences: Difference[]) {
  const at = new Date(`${day}T08:00:00Z`)
  const run = { requestedBy: null, startedAt: at, spanFrom: at, spanTo: at }
  const id = await startReconciliation(testShop.db, run)
  const differenceCount = differences.length
  await finishReconciliation(testShop.db, id, { finishedAt: at, differences, differenceCount })
}

async function rowsOf(params: string) {
  const asked = new URLSearchParams(params)
  const viewed = await testShop.shop.viewList(accounting, differenceList, asked)
  if (!viewed.ok) throw new Error(viewed.reason)
  return (viewed.view.page as ListPage<ListRow<typeof differenceList>>).rows
}
const listed = async (params: string) =>
  (await rowsOf(params)).map(({ difference }) => difference.kind)

test('differences of every reconciliation are listed, searched and filtered, the newest first', async () => {
  expect(await listed('')).toEqual(['refund-waits', 'left-authorised', 'hold-left-open'])
  expect(await listed('q=K-1042')).toEqual(['refund-waits'])
  expect(await listed('q=pi_77')).toEqual(['left-authorised'])
  expect(await listed('q=pi%2577')).toEqual([])
  expect(await listed('kind=hold-left-open')).toEqual(['hold-left-open'])
  expect(await listed('which=latest')).toEqual(['refund-waits', 'left-authorised'])
  expect(await listed('to=2026-11-01')).toEqual(['hold-left-open'])
  const [newest] = await rowsOf('')
  expect(await listed(`before=${newest!.id}`)).toEqual(['left-authorised', 'hold-left-open'])
})

test('differences go out as a file, and to no one whose duty is another', async () => {
  const lines: unknown[] = []
  const all = new URLSearchParams()
  const take = async (some: unknown[]) => void lines.push(...some)
  expect(await testShop.shop.exportList(accounting, differenceList, all, take)).toBe(true)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toEqual([
    '11/2/2026, 12:00 AM PST',
    'Refund waits',
    '$123.00 of order K-1042 has waited for its refund for more than an hour.',
  ])
  const support = { ...accounting, duties: ['support' as const] }
  expect(await testShop.shop.exportList(support, differenceList, all, take)).toBe(false)
  expect(await testShop.shop.viewList(support, differenceList, all)).toMatchObject({ ok: false })
})
