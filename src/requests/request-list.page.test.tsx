import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import RequestList from './request-list.page.tsx'
import { requestList } from './request-list.store.server.ts'

type Props = Parameters<typeof RequestList>[0]

// A Wednesday.
const now = new Date('2027-03-10T18:00:00Z')
const day = (of: number) => new Date(Date.UTC(2027, 2, of, 18))
const row = (number: number, change: object) => ({
  ...{ id: `r${number}`, number, createdAt: day(10), asker: 'Ana Ruiz', level: 0, bought: 0 },
  waitsSince: (change as { createdAt?: Date }).createdAt ?? day(10),
  ...{ kind: 'wine', wine: '2023 Malbec', units: 2, state: 'open', askedAgainAt: null, ...change },
})

function page(rows: readonly object[], change: object = {}) {
  const loaderData = {
    ...{ list: listView('requests', requestList.shape, rows), isStale: false, isOn: true, now },
    ...{ wines: [], ...change },
  }
  return <RequestList {...({ loaderData } as unknown as Props)} />
}

test('the list of requests', () => {
  expectParts(
    'request-list',
    {
      none: page([]),
      'some, of wines that have cases, one and none, one not counted': page(
        [
          row(3001, {}),
          row(3002, { createdAt: day(9), level: 12, bought: 1 }),
          row(3003, { createdAt: day(8), bought: 7 }),
          row(3004, { createdAt: day(5), askedAgainAt: day(9), kind: 'more', units: 1 }),
          row(3005, { createdAt: day(1), state: 'granted' }),
          row(3007, { createdAt: day(1), waitsSince: day(9), kind: 'club', wine: null }),
          row(3006, { createdAt: day(1), kind: 'club', wine: null }),
        ],
        {
          wines: [
            { id: 'a', title: 'Malbec', free: 12 },
            { id: 'b', title: 'Blend', free: 1 },
            { id: 'c', title: 'Rosé', free: 0 },
            { id: 'd', title: 'Tannat', free: null },
          ],
        },
      ),
      'answered by email': page([], { isOn: false }),
    },
    { asChanges: true },
  )
})
