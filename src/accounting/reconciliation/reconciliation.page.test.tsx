import { expect, test } from 'vitest'

import { expectParts, listView, pageWith, partHtml } from '#tests/harness/what-parts-say.tsx'

import { differenceList } from './difference-list.store.server.ts'
import Reconciliation from './reconciliation.page.tsx'

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const counts = { payments: 7, orders: 6, refunds: 1, pages: 2, foreign: 0, seeded: 0 }
const check = (id: number, change: object = {}) => ({
  ...{ id, startedAt: at(id), finishedAt: at(id), hasFailed: false, differenceCount: 0, counts },
  ...{
    differences: [],
    isWhole: true,
    spanFrom: at(1),
    spanTo: at(9),
    requestedBy: null,
    ...change,
  },
})
const difference = { kind: 'paid-without-order', amount: 100, payment: 'pi_1' }

const page = (checks: readonly object[], rows: readonly object[] = []) =>
  pageWith(Reconciliation, {
    loaderData: {
      ...{ list: listView('differences', differenceList.shape, rows), isStale: false, checks },
    },
  })

test('what the comparison with the provider came to', () => {
  expectParts(
    'reconciliation-page',
    {
      'none has run': page([]),
      'no differences': page([check(9)]),
      'one difference, which is listed': page([
        check(9, { differenceCount: 1, differences: [difference] }),
      ]),
      'more differences than are listed, and not all compared': page([
        check(9, {
          ...{ differenceCount: 1_200, differences: [difference, difference], isWhole: false },
          counts: { ...counts, foreign: 1, seeded: 2 },
        }),
      ]),
      'running, and earlier ones': page([
        check(9, { finishedAt: null, differenceCount: null, counts: null }),
        check(8, { requestedBy: 'ana@kohue.example' }),
        check(7, { hasFailed: true, differenceCount: null }),
        check(6, { finishedAt: null, differenceCount: null }),
        check(5, { differenceCount: 2 }),
      ]),
      failed: page([check(9, { hasFailed: true, differenceCount: null })]),
      'with a difference in the list': page([check(9)], [{ id: 1, difference, foundAt: at(8) }]),
    },
    { asChanges: true },
  )
  const roleOf = (change: object) =>
    /role="(status|alert)"/.exec(partHtml(page([check(9, change)])))?.[1]
  expect([
    ...[roleOf({ differenceCount: 0 }), roleOf({ finishedAt: null, differenceCount: null })],
    ...[roleOf({ hasFailed: true, differenceCount: null }), roleOf({ differenceCount: 1 })],
  ]).toEqual(['status', 'status', 'status', 'alert'])
})
