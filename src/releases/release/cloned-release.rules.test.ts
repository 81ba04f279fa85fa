import { expect, it } from 'vitest'

import { clonedRelease, restOfRelease, wavesFrom } from './cloned-release.rules.ts'
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

it('is in the same season after a whole year', () => {
  const now = new Date('2027-05-01T12:00:00Z')
  const source = { ...typed, promiseUntil: '2026-10-14T09:00' }
  expect(clonedRelease(source, { name: '', now, timeZone })).toMatchObject({
    ...{ season: 'fall', year: '2027', opensAt: '2027-10-08T09:00' },
    promiseUntil: '2027-10-13T09:00',
  })
})

it('follows a spring release in the fall, and an hour that was not typed stays empty', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const spring = { ...typed, season: 'spring', promiseUntil: '' }
  expect(clonedRelease(spring, { name: '', now, timeZone })).toMatchObject({
    ...{ season: 'fall', promiseUntil: '' },
  })
  expect(wavesFrom(typed, '')).toEqual([{ id: null, name: 'Club', opensAt: '' }])
})

it('of what is left opens to all tomorrow at a whole hour, for two weeks', () => {
  const source = {
    ...{ ...typed, promise: 'guaranteed', promiseUntil: '2026-10-14T09:00', banner: 'New' },
    ...{ announcement: 'Soon', shipsFrom: '2026-11-01', shipsUntil: '2026-12-01' },
  }
  // Thirty-four minutes past noon in Los Angeles.
  const now = new Date('2026-12-30T20:34:56Z')
  expect(restOfRelease(source, { name: 'The rest', wave: 'All', now, timeZone })).toEqual({
    ...{ name: 'The rest', kind: 'open', promise: '', banner: 'New', text: '' },
    ...{ season: 'fall', year: '2026', announcement: '', shipsFrom: '', shipsUntil: '' },
    ...{ opensAt: '2026-12-31T12:00', closesAt: '2027-01-14T12:00', promiseUntil: '' },
    waves: [{ id: null, name: 'All', opensAt: '2026-12-31T12:00' }],
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
