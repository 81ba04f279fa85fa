import { expect, test } from 'vitest'

import { healthOf, ordersByState } from './overview.rules.ts'

const well = {
  emails: { waiting: 9, failed: 0, overdueSeconds: 900 },
  jobs: { waiting: 9, failed: 0 },
  reconciliation: { at: '2026-11-20T09:10:00Z', differences: 0, hasFailed: false },
}
const { emails, jobs, reconciliation } = well

test.each([
  ['all is well', {}, []],
  ['nothing was compared yet', { reconciliation: null }, []],
  ['an email is late', { emails: { ...emails, overdueSeconds: 901 } }, ['mail']],
  ['an email failed', { emails: { ...emails, failed: 1 } }, ['mail']],
  ['a job failed', { jobs: { ...jobs, failed: 1 } }, ['queue']],
  ['payments differ', { reconciliation: { ...reconciliation, differences: 1 } }, ['payments']],
  [
    'the comparison failed',
    { reconciliation: { ...reconciliation, hasFailed: true } },
    ['payments'],
  ],
])('when %s, these need a look: %j', (_when, change, looked) => {
  const health = healthOf({ ...well, ...change })
  expect(Object.keys(health)).toEqual(['mail', 'payments', 'queue'])
  expect(
    Object.entries(health).flatMap(([name, state]) => (state === 'look' ? [name] : [])),
  ).toEqual(looked)
})

test('orders that are in no other state are paid', () => {
  const moved = { refunded: 2, 'partly-refunded': 3, disputed: 1 }
  const counts = ordersByState({ orders: 10, moved }).map(({ state, orders }) => [state, orders])
  expect(Object.fromEntries(counts)).toEqual({ paid: 4, ...moved })
  expect(ordersByState({ orders: 2, moved: {} })[0]).toEqual({ state: 'paid', orders: 2 })
})
