import { test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'
import { expectParts, staffWith } from '#tests/harness/what-parts-say.tsx'

import Overview from './overview.page.tsx'
import type { OverviewFigures } from './overview.rules.ts'
import { shownOf, toDo } from './shown-overview.ts'

type Props = Parameters<typeof Overview>[0]

const dates = shopDates('America/Los_Angeles')
const span = (from: string) => ({ from: `${from}T08:00:00Z`, to: `${from}T09:00:00Z` })
const nothing: OverviewFigures = {
  sales: [{ ...span('2027-03-09'), orders: 0, cents: 0 }],
  growth: [{ ...span('2027-03-01'), customers: 0, subscribers: 0 }],
  ...{ releases: [], orders: 0, moved: {}, wines: [], customers: 0, subscribers: 0 },
  ...{ flagged: 0, requests: 0, emails: { waiting: 0, failed: 0, overdueSeconds: 0 } },
  ...{ jobs: { waiting: 0, failed: 0 }, unsettledEvents: 0, reconciliation: null },
}
const compared = (differences: number | null, hasFailed = false) => ({
  reconciliation: { at: '2027-03-08T18:00:00Z', differences, hasFailed },
})

function page(change: Partial<OverviewFigures>, tasks = { open: 0, overdue: 0, today: 0 }) {
  const shown = shownOf({ ...nothing, ...change }, dates)
  const loaderData = { ...shown, now: [...toDo(tasks), ...shown.now] }
  return <Overview {...({ loaderData } as unknown as Props)} />
}
const pages = ['orders', 'requests', 'emails', 'reconciliation', 'releases', 'wines', 'today']
const viewer = staffWith(['owner'], ...pages.map((name) => `/admin/${name}`))

test('the shop at one look', () => {
  expectParts(
    'overview-page',
    {
      'a new shop': page({}),
      'one of each': page(
        {
          sales: [
            { ...span('2027-03-08'), orders: 1, cents: 51_850 },
            { ...span('2027-03-09'), orders: 0, cents: 0 },
          ],
          growth: [{ ...span('2027-03-01'), customers: 0, subscribers: 1 }],
          ...{ orders: 1, customers: 1, subscribers: 1, flagged: 1, requests: 1 },
          emails: { waiting: 4, failed: 1, overdueSeconds: 0 },
          ...{ unsettledEvents: 1, ...compared(1) },
        },
        { open: 1, overdue: 1, today: 1 },
      ),
      'many, to those who may open what is behind them': {
        viewer,
        part: page(
          {
            sales: [
              { ...span('2027-03-08'), orders: 1_002, cents: 90_051_850 },
              { ...span('2027-03-09'), orders: 3, cents: 155_550 },
            ],
            growth: [{ ...span('2027-03-01'), customers: 7, subscribers: 0 }],
            releases: [{ id: 'r', name: 'Spring', orders: 26, cases: 53, cents: 2_754_050 }],
            ...{ orders: 1_005, moved: { refunded: 12 }, customers: 4_000, subscribers: 2_001 },
            wines: [
              ...[
                { id: 'm', title: '2023 Malbec', subtitle: '3-pack', left: 19, sold: 7, held: 2 },
              ],
              ...[
                { id: 'b', title: '2023 Blend', subtitle: '6-pack', left: null, sold: 8, held: 3 },
              ],
            ].map((wine) => ({ ...wine, state: 'on-sale' as const })),
            ...{ flagged: 5, requests: 6, emails: { waiting: 9, failed: 8, overdueSeconds: 0 } },
            ...{ jobs: { waiting: 10, failed: 11 }, unsettledEvents: 1_300, ...compared(1_400) },
          },
          { open: 14, overdue: 0, today: 0 },
        ),
      },
      'compared without a difference': page({ ...compared(0) }),
      'the comparison failed': page({ ...compared(null, true) }),
    },
    { asChanges: true },
  )
})
