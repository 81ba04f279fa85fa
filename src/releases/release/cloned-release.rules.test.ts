import { expect, it } from 'vitest'

import { clonedRelease, wavesFrom } from './cloned-release.rules.ts'
import { emptyRelease } from './typed-release.rules.ts'

const timeZone = 'America/Los_Angeles'
const typed = {
  ...emptyRelease(2026),
  name: 'Fall release',
  season: 'fall',
  opensAt: '2026-10-09T09:00',
  closesAt: '2026-10-16T18:00',
  waves: [{ id: 'a', name: 'Club', opensAt: '2026-10-10T09:00' }],
}

it('is half a year later, at the same hour of the same weekday, in the other season', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(clonedRelease(typed, { name: 'Spring release', now, timeZone })).toMatchObject({
    name: 'Spring release',
    season: 'spring',
    year: '2027',
    opensAt: '2027-04-09T09:00',
    closesAt: '2027-04-16T18:00',
    waves: [{ id: null, name: 'Club', opensAt: '2027-04-10T09:00' }],
  })
})

it('is in the future, however long ago it was', () => {
  const now = new Date('2028-11-22T12:00:00Z')
  const { opensAt, season } = clonedRelease(typed, { name: '', now, timeZone })
  expect(opensAt > '2028-11-22').toBe(true)
  expect(season).toBe('spring')
})

it('keeps the waves as long after the opening', () => {
  expect(wavesFrom(typed, '2027-03-05T12:30')).toEqual([
    { id: null, name: 'Club', opensAt: '2027-03-06T12:30' },
  ])
})
