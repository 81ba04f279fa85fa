import { expect, it } from 'vitest'

import { salesByWave } from './sales-chart.rules.ts'

it('has an entry for each wave and one for none, and every minute between', () => {
  const sales = [
    { minute: '2027-03-12T17:00:00Z', waveId: 'a', units: 3, cents: 135_000 },
    { minute: '2027-03-12T17:00:00Z', waveId: null, units: 1, cents: 45_000 },
    { minute: '2027-03-12T17:02:00Z', waveId: 'b', units: 2, cents: 90_000 },
    { minute: '2027-03-12T17:02:00Z', waveId: 'gone', units: 1, cents: 45_000 },
  ]
  expect(salesByWave(sales, ['a', 'b'], new Date('2027-03-12T17:01:10Z'))).toEqual([
    {
      minute: new Date('2027-03-12T17:00:00Z'),
      units: [3, 0, 1],
      cents: [135_000, 0, 45_000],
    },
    { minute: new Date('2027-03-12T17:01:00Z'), units: [0, 0, 0], cents: [0, 0, 0] },
    {
      minute: new Date('2027-03-12T17:02:00Z'),
      units: [0, 2, 1],
      cents: [0, 90_000, 45_000],
    },
  ])
})

it('ends now, though nothing was sold lately', () => {
  const sales = [{ minute: '2027-03-12T17:00:00Z', waveId: 'a', units: 3, cents: 135_000 }]
  const minutes = salesByWave(sales, ['a'], new Date('2027-03-12T17:03:59Z'))
  expect(minutes.map(({ units }) => units[0])).toEqual([3, 0, 0, 0])
})

it('is empty before the first sale', () => {
  expect(salesByWave([], ['a'], new Date('2027-03-12T17:00:00Z'))).toEqual([])
})
