import { expect, test } from 'vitest'

import { expectParts, partText } from '#tests/harness/what-parts-say.tsx'

import Handovers from './handovers.page.tsx'

type Props = Parameters<typeof Handovers>[0]

const box = (number: number, change: object = {}) => ({
  ...{ id: `s${number}`, number, name: `Buyer ${number}`, phone: '4155550123', state: 'TX' },
  ...{
    method: 'ground',
    wines: [{ description: 'Malbec', units: 2, bottlesPerUnit: 3, bottleMl: 750 }],
  },
  ...change,
})
const made = (number: number, change: object) => ({
  ...{ id: `h${number}`, number, madeAt: new Date('2027-03-09T18:00:00Z'), madeBy: 'ana' },
  ...{ profileName: 'Usual', shipmentCount: 200, caseCount: 311, isKept: true, ...change },
})

function page(view: object = {}, handovers: readonly object[] = [], sent?: object) {
  const next = {
    ...{ profile: { id: 'p', name: 'Usual' }, profiles: [{ id: 'p', name: 'Usual' }], today: [] },
    ...{ later: [], selected: [], notReady: [], unprintable: [], sample: [], ...view },
  }
  const loaderData = { next, handovers, formKey: 'k' }
  const actionData = sent && { errors: {}, refusal: null, values: {}, shown: null, ...sent }
  return <Handovers {...({ loaderData, actionData } as unknown as Props)} />
}
const three = [box(7), box(8, { method: 'overnight' }), box(9, { phone: '' })]
const refused = (changed: readonly object[]) => ({
  ...{ intent: 'make', values: { s: '7,8' }, shown: { changed } },
})

test('what is handed over today, and what was', () => {
  expectParts(
    'handovers-page',
    {
      'nothing is ready': page(),
      'three of which two are selected, in one format': page({
        ...{ today: three, selected: [7, 9], sample: [['Shipment'], ['S-7']] },
      }),
      'one leaves on another day, with two formats': page({
        ...{ today: [box(7)], later: [box(8)], selected: [7], notReady: [5, 6] },
        ...{ sample: [['Shipment']] },
        profiles: [
          { id: 'p', name: 'Usual' },
          { id: 'q', name: 'Other' },
        ],
        unprintable: [
          { number: 7, letters: ['ł', 'ş'] },
          { number: 8, letters: ['ō'] },
        ],
      }),
      'two leave on another day': page({ later: [box(8), box(9)] }),
      'one was handed over meanwhile, one goes': page(
        { today: three, selected: [9] },
        [],
        refused([{ number: 8, handedOverBy: 'ben@kohue.example' }]),
      ),
      'another changed meanwhile, two go': page(
        { today: three, selected: [9] },
        [],
        refused([{ number: 5, handedOverBy: null }]),
      ),
      'all changed meanwhile': page(
        { today: [box(7)] },
        [],
        refused([{ number: 7, handedOverBy: null }]),
      ),
      'earlier ones, of which one has two files of slips and one is no longer kept': page({}, [
        made(3, { shipmentCount: 201 }),
        made(2, {}),
        made(1, { isKept: false, shipmentCount: 1 }),
      ]),
      'a file of tracking numbers was refused': page({}, [], {
        ...{ intent: 'tracking', errors: { file: 'Choose a file.' } },
      }),
      'a row of it was': page({}, [], {
        intent: 'tracking',
        shown: {
          ...{ isDone: false, good: 0, undated: 0, doubt: null, kept: null },
          refused: [{ line: 2, field: 'carrier', value: 'x', why: 'unknown-carrier' }],
        },
      }),
    },
    { asChanges: true },
  )
})

test.each([
  ['all of today’s', 700, 700, { isOffered: true, sent: 0 }],
  ['some hundreds', 700, 600, { isOffered: true, sent: 600 }],
  ['more than an address holds', 700, 601, { isOffered: false, sent: 0 }],
])('another format is shown of %s, as far as the address has room', (_, ready, going, wanted) => {
  const today = Array.from({ length: ready }, (_one, index) => box(1_000_001 + index))
  const selected = today.slice(0, going).map(({ number }) => number)
  const profiles = [
    { id: 'p', name: 'Usual' },
    { id: 'q', name: 'Other' },
  ]
  const lines = partText(page({ today, selected, profiles }))
  const isOffered = lines.some((line) => line.includes('[[Show in this format]]'))
  expect(lines.some((line) => line.includes('at most 600 shipments'))).toBe(!isOffered)
  const sent = lines.filter((line) => line.startsWith('s: hidden')).length
  expect({ isOffered, sent }).toEqual(wanted)
})
