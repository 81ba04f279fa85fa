import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import { pickupList } from './pickup-list.store.server.ts'
import Pickups from './pickups.page.tsx'

type Shown = Parameters<typeof Pickups>[0]['loaderData']

const at = (text: string) => new Date(`2027-03-${text}:00Z`)

const pickup = (number: number, state: string, change: object = {}) => ({
  ...{ id: `p${number}`, number, orderId: 'o', orderNumber: number - 1_000, name: 'Ana Ruiz' },
  ...{ phone: '4155550123', wines: '1 × 2022 Malbec', state, from: null, until: null },
  ...{ place: null, missedAt: null, ...change },
})

const agreed = (day: string) => ({
  ...{ from: at(`${day}T18:00`), until: at(`${day}T18:30`), place: 'Tasting room' },
})

const place = (id: string, name: string, change: object = {}) => ({
  ...{ id, name, address: '1 Main Street, Napa', isOpen: true, version: 2 },
  startTimes: { 1: ['16:00', '16:30'], 6: ['10:00'] },
  ...change,
})

const room = place('room', 'Tasting room')
const cellar = place('cellar', 'Cellar', { address: '2 Vine Road, Napa' })
const garage = place('garage', 'Garage', { isOpen: false })

function page(rows: readonly object[], places: readonly object[], actionData?: object) {
  const loaderData = {
    list: listView('pickups', pickupList.shape, rows),
    ...{ isStale: false, places, today: '2027-03-10' },
  } as unknown as Shown
  return <Pickups {...({ loaderData, actionData } as Parameters<typeof Pickups>[0])} />
}

test('who is expected, who waits, and where they may come', () => {
  expectParts('pickups-page', {
    'nobody, and no place yet': page([], []),
    'today, overdue, later, and without a time, of two open places and a closed one': page(
      [
        pickup(2001, 'agreed', agreed('10')),
        pickup(2006, 'agreed', agreed('09')),
        pickup(2002, 'agreed', agreed('11')),
        pickup(2003, 'ready'),
        pickup(2004, 'ready', { missedAt: at('08T18:00') }),
        pickup(2005, 'missed', { missedAt: at('09T18:00'), phone: '' }),
      ],
      [room, cellar, garage],
    ),
    'without a time, of one open place and a closed one': page(
      [pickup(2003, 'ready')],
      [room, garage],
    ),
    'a place that was refused, as it was typed': page([], [room], {
      ...{ intent: 'save-place', refusal: null, shown: null },
      values: { place: 'room', version: '2', name: '', address: 'x', 'starts-1': '25:00' },
      errors: { name: 'Please enter a name.', 'starts-1': 'Times such as 16:00 16:30, please.' },
    }),
    'a new place that was refused': page([], [room], {
      ...{ intent: 'save-place', refusal: null, shown: null },
      values: { place: '', version: '', name: '', address: '', open: 'yes' },
      errors: { name: 'Please enter a name.' },
    }),
  })
})
