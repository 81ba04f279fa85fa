import { expect, test } from 'vitest'

import { mayBecome, mayChange, phaseOf, storedStates } from './release.rules.ts'

test.each([
  ['draft', ['scheduled']],
  ['scheduled', ['draft', 'paused', 'ended']],
  ['paused', ['scheduled', 'ended']],
  ['ended', []],
] as const)('a release that is %s may become %j', (from, states) => {
  expect(storedStates.filter((to) => mayBecome(from, to))).toEqual(states)
})

const hours = {
  opensAt: new Date('2027-03-05T17:00:00.000Z'),
  closesAt: new Date('2027-03-19T17:00:00.000Z'),
}
const opening = '2027-03-05T17:00:00.000Z'
const closing = '2027-03-19T17:00:00.000Z'

test.each([
  ['draft', opening, 'draft'],
  ['draft', closing, 'draft'],
  ['scheduled', '2027-03-05T16:59:59.999Z', 'before'],
  ['scheduled', opening, 'open'],
  ['scheduled', '2027-03-19T16:59:59.999Z', 'open'],
  ['scheduled', closing, 'closed'],
  ['paused', opening, 'paused'],
  ['paused', closing, 'closed'],
  ['ended', opening, 'closed'],
] as const)('a release stored as %s is at %s: %s', (state, at, phase) => {
  expect(phaseOf({ ...hours, state }, new Date(at))).toBe(phase)
})

const parts = [
  ...(['texts', 'season', 'shipping', 'wines', 'waves', 'hours'] as const),
  ...(['kind', 'rules', 'allocations', 'stock'] as const),
]

test.each([
  ['draft', opening, 'texts season shipping wines waves hours kind rules allocations stock', ''],
  ['scheduled', '2027-03-05T16:55:00.000Z', 'texts season shipping hours allocations stock', ''],
  ['scheduled', '2027-03-05T16:55:00.001Z', 'texts season shipping allocations stock', ''],
  ['scheduled', opening, 'texts shipping stock', 'allocations'],
  ['paused', opening, 'texts shipping stock', 'allocations'],
  ['scheduled', closing, '', ''],
  ['ended', opening, '', ''],
] as const)(
  'of one that is %s at %s staff change: %s; only upwards: %s',
  (state, at, all, raise) => {
    const changed = (how: 'all' | 'raise') =>
      parts.filter((part) => mayChange(part, { ...hours, state }, new Date(at)) === how).join(' ')
    expect([changed('all'), changed('raise')]).toEqual([all, raise])
    for (const part of parts) {
      const isFixed = !`${all} ${raise}`.split(' ').includes(part)
      expect(mayChange(part, { ...hours, state }, new Date(at)) === null, part).toBe(isFixed)
    }
  },
)
