import { describe, expect, test } from 'vitest'

import { isRunning, placesText, readPlaces } from './holds.rules.ts'

const hold = {
  place: 'TX',
  shipmentId: null,
  from: new Date('2026-11-02T08:00:00Z'),
  until: new Date('2026-11-05T08:00:00Z'),
  endedAt: null,
}

test.each([
  ['2026-11-02T07:59:59.999Z', false],
  ['2026-11-02T08:00:00Z', true],
  ['2026-11-05T07:59:59.999Z', true],
  ['2026-11-05T08:00:00Z', false],
])('a hold from the 2nd until the 5th: at %s, %s', (now, expected) => {
  expect(isRunning(hold, new Date(now))).toBe(expected)
})

test('a hold without an end runs until staff end it', () => {
  const later = new Date('2027-06-01T00:00:00Z')
  expect(isRunning({ ...hold, until: null }, later)).toBe(true)
  expect(isRunning({ ...hold, until: null, endedAt: later }, later)).toBe(false)
})

const zip = (place: string) => ({ scope: 'zip', place })

test('places are read as staff type them', () => {
  expect(readPlaces('TX, 850–852\n850; all,')).toEqual({
    ok: true,
    places: [
      { scope: 'state', place: 'TX' },
      zip('850'),
      zip('851'),
      zip('852'),
      { scope: 'all', place: '' },
    ],
  })
  expect(readPlaces('009')).toEqual({ ok: true, places: [zip('009')] })
  expect(readPlaces('009-010')).toEqual({ ok: true, places: [zip('009'), zip('010')] })
  expect(readPlaces(' ,\n')).toEqual({ ok: false, wrong: null })
  expect(readPlaces('TX, 85, AZ')).toEqual({ ok: false, wrong: '85' })
  expect(readPlaces('853-850')).toEqual({ ok: false, wrong: '853-850' })
})

test('a hold has at most sixty places', () => {
  expect(readPlaces('100-159')).toMatchObject({ ok: true, places: { length: 60 } })
  expect(readPlaces('100-160')).toEqual({ ok: false, wrong: '100-160' })
  expect(readPlaces('100-159, TX')).toEqual({ ok: false, wrong: 'TX' })
  expect(readPlaces('100-160, TX')).toEqual({ ok: false, wrong: '100-160' })
})

test('places are named in one line', () => {
  expect(
    placesText([
      { scope: 'all', place: '' },
      { scope: 'shipment', place: '' },
      { scope: 'shipment', place: 'S-1042' },
      { scope: 'state', place: 'TX' },
      { scope: 'zip', place: '850' },
    ]),
  ).toBe('All, One shipment, S-1042, TX, 850')
})

describe('shipment holds', () => {
  test('places are read as staff type them', () => {
    expect(readPlaces('TX, arizona; 850–852')).toEqual({
      ok: true,
      places: [
        { scope: 'state', place: 'TX' },
        { scope: 'state', place: 'AZ' },
        { scope: 'zip', place: '850' },
        { scope: 'zip', place: '851' },
        { scope: 'zip', place: '852' },
      ],
    })
    expect(readPlaces('all')).toEqual({ ok: true, places: [{ scope: 'all', place: '' }] })
    expect(readPlaces('TX, Atlantis')).toEqual({ ok: false, wrong: 'Atlantis' })
    expect(readPlaces('853-850')).toEqual({ ok: false, wrong: '853-850' })
    expect(readPlaces(' , ')).toEqual({ ok: false, wrong: null })
    expect(readPlaces('006-009')).toMatchObject({
      ok: true,
      places: [{ place: '006' }, { place: '007' }, { place: '008' }, { place: '009' }],
    })
  })

  const now = new Date('2026-11-02T18:00:00Z')
  const open = { place: '', shipmentId: null, from: now, until: null, endedAt: null }

  test('runs from its beginning to its end', () => {
    const later = new Date(now.getTime() + 1)
    expect(isRunning({ ...open, from: later }, now)).toBe(false)
    expect(isRunning({ ...open, until: now }, now)).toBe(false)
    expect(isRunning({ ...open, until: later }, now)).toBe(true)
    expect(isRunning({ ...open, endedAt: now }, now)).toBe(false)
  })
})
