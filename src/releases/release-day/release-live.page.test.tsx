import { test } from 'vitest'

import { staffRelease, wineOfRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Live from './release-live.page.tsx'

type Props = Parameters<typeof Live>[0]

const order = (number: number, change: object) => ({
  ...{ number, at: '2027-03-11T22:03:00Z', name: 'Ana Ruiz', units: 1, totalCents: 51_800 },
  ...{ isRehearsal: false, ...change },
})
const sale = (minute: string, waveId: string | null, units: number) => ({
  ...{ minute: `2027-03-11T22:${minute}:00Z`, waveId, units, cents: units * 48_000 },
})
const wines = [
  wineOfRelease('malbec', '2023 Malbec'),
  wineOfRelease('blend', '2023 Blend', { stock: null, held: 1, sold: 1_300, promised: 0 }),
  wineOfRelease('rose', '2024 Rosé', { stock: 0, held: 0, sold: 0, promised: 0 }),
]

function page(change: object = {}) {
  const loaderData = {
    release: staffRelease({ phase: 'open', state: 'scheduled', wines }),
    waves: [{ waveId: 'w2', invited: 9, visited: 8, bought: 5, units: 13 }],
    ...{ sales: [], orders: [], line: null, at: new Date('2027-03-11T22:04:30Z'), ...change },
  }
  return <Live {...({ loaderData } as unknown as Props)} />
}

test('how a release sells', () => {
  expectParts(
    'release-live',
    {
      'nothing sold yet': page(),
      'sold in its waves': page({
        sales: [sale('01', 'w1', 2), sale('01', 'w2', 3), sale('03', 'w2', 1)],
        orders: [order(1042, {}), order(1041, { name: 'Bo', units: 1_200, isRehearsal: true })],
      }),
      'sold outside of any wave, after it has closed': page({
        release: staffRelease({
          ...{ phase: 'closed', state: 'scheduled', wines },
          fields: { closesAt: new Date('2027-03-11T22:02:00Z') },
        }),
        sales: [sale('01', null, 4)],
      }),
      'a draft': page({ release: staffRelease({ wines: [] }) }),
      paused: page({
        release: staffRelease({ phase: 'paused', wines, pauseReason: 'A moment, please.' }),
      }),
      'paused without a word': page({ release: staffRelease({ phase: 'paused', wines }) }),
    },
    { asChanges: true },
  )
})
