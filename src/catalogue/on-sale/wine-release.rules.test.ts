import { expect, test } from 'vitest'

import type { OwnAllocation, WineRelease } from './wine-release.rules.ts'
import { buyableFrom, mayAskForMore, whyNotInRelease } from './wine-release.rules.ts'

const own: OwnAllocation = {
  ...{ units: 4, bought: 2, left: 2, usable: 2, opensAt: null, keptUntil: null },
  ...{ takesMore: true, askedMore: 0, isAnsweredHere: false },
}
const opensAt = '2027-03-05T17:00:00.000Z'
const release: WineRelease = {
  ...{ id: 'r', name: 'Spring', kind: 'allocated', promise: 'guaranteed', phase: 'open', opensAt },
  ...{ closesAt: opensAt, banner: '', announcement: '', text: '', pauseReason: '' },
  ...{ shipsFrom: null, own, isRehearsal: false },
}
const later = { ...own, usable: 0, opensAt: '2027-03-06T17:00:00.000Z' }
const used = { ...own, left: 0, usable: 0 }

test.each<[Partial<WineRelease>, ReturnType<typeof whyNotInRelease>]>([
  [{}, null],
  [{ phase: 'paused' }, 'paused'],
  // A grant is usable whatever the hours of the release are.
  [{ phase: 'closed' }, null],
  [{ phase: 'before' }, null],
  [{ phase: 'closed', own: used }, 'closed'],
  [{ phase: 'closed', own: null }, 'closed'],
  [{ kind: 'open', own: null }, null],
  [{ kind: 'open', own: null, phase: 'before' }, 'before-release'],
  [{ kind: 'open', own: null, phase: 'before', isRehearsal: true }, null],
  [{ own: null }, 'no-allocation'],
  [{ own: null, phase: 'before' }, 'before-release'],
  [{ own: later }, 'before-release'],
  [{ own: { ...later, left: 0 } }, 'allocation-used'],
  [{ own: { ...own, usable: 0 }, phase: 'before' }, 'before-release'],
  [{ own: { ...own, usable: 0 } }, 'allocation-used'],
  [{ own: used, phase: 'before' }, 'allocation-used'],
  [{ own: { ...own, left: 1, usable: 1 } }, null],
  [{ own: { ...later, left: 1 } }, 'before-release'],
  [{ own: { ...own, left: 1, usable: 0 }, phase: 'before' }, 'before-release'],
])('a wine with %j: %s', (change, why) => {
  expect(whyNotInRelease({ ...release, ...change })).toBe(why)
})

test('it can be bought from the hour of one’s wave, else of the release', () => {
  expect(buyableFrom({ ...release, own: later })).toBe('2027-03-06T17:00:00.000Z')
  expect(buyableFrom(release)).toBe(opensAt)
  expect(buyableFrom({ ...release, own: null })).toBe(opensAt)
})

test.each<[Partial<WineRelease>, boolean]>([
  [{}, true],
  [{ phase: 'before' }, true],
  [{ phase: 'closed' }, false],
  [{ kind: 'open' }, false],
  [{ own: null }, false],
  [{ own: { ...own, takesMore: false } }, false],
  [{ own: { ...own, askedMore: 1 } }, false],
])('of a release with %j more may be asked for: %s', (change, may) => {
  expect(mayAskForMore({ ...release, ...change })).toBe(may)
})
