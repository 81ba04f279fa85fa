import { describe, expect, it } from 'vitest'

import { whyNotInRelease } from '#catalogue/on-sale/wine-release.rules.ts'

import type { PreviewedAs } from './preview.rules.ts'
import { previewRelease } from './preview.rules.ts'

const release = {
  id: 'r',
  state: 'draft',
  pauseReason: '',
  fields: {
    name: 'Fall release',
    season: 'fall',
    year: 2026,
    banner: '',
    announcement: '',
    text: '',
    kind: 'allocated',
    promise: 'guaranteed',
    opensAt: new Date('2026-10-09T16:00:00Z'),
    closesAt: new Date('2026-10-16T16:00:00Z'),
    promiseUntil: new Date('2026-10-14T16:00:00Z'),
    shipsFrom: null,
    shipsUntil: null,
    waves: [
      { id: 'one', opensAt: new Date('2026-10-09T16:00:00Z') },
      { id: 'two', opensAt: new Date('2026-10-10T16:00:00Z') },
    ],
  },
} as const

const wave = (waveId: string): PreviewedAs => ({ kind: 'wave', waveId })
const whyNot = (as: PreviewedAs, at: string, change: object = {}) =>
  whyNotInRelease(previewRelease({ ...release, ...change }, { as, at: new Date(at), units: 4 }))

describe('a draft in the preview', () => {
  it.each([
    [wave('one'), '2026-10-09T15:59:59Z', 'before-release'],
    [wave('one'), '2026-10-09T16:00:00Z', null],
    [wave('two'), '2026-10-09T16:00:00Z', 'before-release'],
    [wave('two'), '2026-10-10T16:00:00Z', null],
    [wave('one'), '2026-10-16T16:00:00Z', 'closed'],
    [{ kind: 'nobody' } as const, '2026-10-10T16:00:00Z', 'no-allocation'],
    [{ kind: 'visitor' } as const, '2026-10-01T16:00:00Z', 'before-release'],
  ])('%j at %s is told %s', (as, at, why) => {
    expect(whyNot(as, at)).toBe(why)
  })

  it('keeps units until its promise ends', () => {
    const keptAt = (at: string) =>
      previewRelease(release, { as: wave('one'), at: new Date(at), units: 4 }).own?.keptUntil
    expect(keptAt('2026-10-10T16:00:00Z')).toBe('2026-10-14T16:00:00.000Z')
    expect(keptAt('2026-10-15T16:00:00Z')).toBeNull()
  })

  it('shows a customer of a wave the whole allocation, of which nothing is bought', () => {
    const ownAt = (at: string, units = 4, fields = {}) => {
      const shown = { ...release, fields: { ...release.fields, ...fields } }
      return previewRelease(shown, { as: wave('two'), at: new Date(at), units }).own
    }
    const own = {
      units: 4,
      bought: 0,
      left: 4,
      takesMore: false,
      askedMore: 0,
      isAnsweredHere: false,
    }
    const [opensAt, keptUntil] = ['2026-10-10T16:00:00.000Z', '2026-10-14T16:00:00.000Z']
    expect(ownAt('2026-10-09T16:00:00Z')).toEqual({ ...own, usable: 0, opensAt, keptUntil })
    expect(ownAt(opensAt)).toEqual({ ...own, usable: 4, opensAt: null, keptUntil })
    expect(ownAt(keptUntil)).toEqual({ ...own, usable: 4, opensAt: null, keptUntil: null })
    expect(ownAt(opensAt, 1)?.units).toBe(1)
    expect(ownAt(opensAt, 0)).toBeNull()
    expect(ownAt(opensAt, 4, { promise: 'cap' })?.keptUntil).toBeNull()
    expect(ownAt(opensAt, 4, { promiseUntil: null })?.keptUntil).toBe('2026-10-16T16:00:00.000Z')
  })

  it('is no rehearsal', () => {
    const at = new Date('2026-10-10T16:00:00Z')
    expect(previewRelease(release, { as: wave('one'), at, units: 4 }).isRehearsal).toBe(false)
  })

  it('is sold to everyone when it is open to all', () => {
    const fields = { ...release.fields, kind: 'open', promise: null }
    expect(whyNot({ kind: 'visitor' }, '2026-10-10T16:00:00Z', { fields })).toBeNull()
  })

  it('that is paused says so, whatever the hour', () => {
    expect(whyNot(wave('one'), '2026-10-10T16:00:00Z', { state: 'paused' })).toBe('paused')
  })
})
