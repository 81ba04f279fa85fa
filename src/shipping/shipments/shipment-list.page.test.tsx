import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import ShipmentList from './shipment-list.page.tsx'
import { shipmentList } from './shipment-list.store.server.ts'

type Props = Parameters<typeof ShipmentList>[0]

const row = (number: number, change: object) => ({
  ...{ id: `s${number}`, number, orderNumber: number - 1_000, name: 'Ana Ruiz', toState: 'TX' },
  ...{ method: 'ground', state: 'ready', waitsFor: null, heldFor: null, leavesFrom: null },
  ...{ expectedOn: null, createdAt: new Date('2027-03-01T18:00:00Z'), ...change },
})

function page(rows: readonly object[], filters: object = {}) {
  const list = listView('shipments', shipmentList.shape, rows)
  const loaderData = { list: { ...list, query: { ...list.query, filters } }, isStale: false }
  return <ShipmentList {...({ loaderData } as unknown as Props)} />
}
const rows = [
  row(2001, {}),
  row(2002, { state: 'shipped', expectedOn: '2027-03-12' }),
  row(2003, { state: 'waiting', waitsFor: 'held', heldFor: 'weather' }),
  row(2004, { state: 'waiting', waitsFor: 'not-yet', leavesFrom: '2027-04-02' }),
  row(2005, { method: 'pickup', toState: '' }),
]

test('the list of shipments, of which ready ones are selected', () => {
  expectParts(
    'shipment-list',
    {
      all: page(rows),
      ready: page(rows, { which: 'ready' }),
      'none ready': page([], { which: 'ready' }),
      none: page([]),
    },
    { asChanges: true },
  )
})
