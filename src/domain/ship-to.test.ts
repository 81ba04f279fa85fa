import { describe, expect, test } from 'vitest'

import type { Address } from './ship-to.ts'
import { blockedZipCodes, holds, isPoBox, shipToStateCodes, whyNotShipTo } from './ship-to.ts'
import { stateCodes } from './us-states.ts'
import { zipIsIn, zipPrefixes } from './zip-prefixes.ts'

const today = new Date('2026-11-20T12:00:00Z')

const sanFrancisco: Address = {
  address: '1200 Valencia Street',
  addressExtra: '',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
}

const zipOf = (state: keyof typeof zipPrefixes) =>
  `${String(zipPrefixes[state][0][0]).padStart(3, '0')}01`

describe('where wine may go', () => {
  test('is the policy’s list: 30 states and DC', () => {
    expect(shipToStateCodes.join(', ')).toBe(
      'AZ, CA, CO, CT, DC, FL, GA, IA, ID, IN, LA, MA, ME, MN, MO, MT, NC, NE, NJ, NM, NV, NY, OH, OR, PA, SC, TX, VT, WA, WV, WY',
    )
  })

  test.each(shipToStateCodes)('%s is served', (state) => {
    expect(whyNotShipTo({ ...sanFrancisco, state, zipCode: zipOf(state) }, today)).toBeNull()
  })

  const others = stateCodes.filter((state) => !(shipToStateCodes as string[]).includes(state))
  test.each(others)('%s is not', (state) => {
    const address = { ...sanFrancisco, state, zipCode: zipOf(state) }
    expect(whyNotShipTo(address, today)).toBe('state-not-served')
  })

  test('ends on a day, where it ends', () => {
    const rule = { from: '2024-09-01', until: '2027-01-01' }
    expect(holds(rule, new Date('2026-12-31T12:00:00Z'))).toBe(true)
    expect(holds(rule, new Date('2027-01-01T12:00:00Z'))).toBe(false)
  })

  test('leaves out ZIP codes that are blocked, for as long as they are', () => {
    const blocked = [{ zip: '94110', from: '2026-11-01', until: '2026-12-01' }]
    for (const zipCode of ['94110', '94110-1234']) {
      const address = { ...sanFrancisco, zipCode }
      expect([zipCode, whyNotShipTo(address, today, blocked)]).toEqual([zipCode, 'zip-not-served'])
    }
    expect(whyNotShipTo({ ...sanFrancisco, zipCode: '94111' }, today, blocked)).toBeNull()
    expect(whyNotShipTo(sanFrancisco, new Date('2026-10-31T12:00:00Z'), blocked)).toBeNull()
    expect(whyNotShipTo(sanFrancisco, new Date('2026-12-01T12:00:00Z'), blocked)).toBeNull()
    for (const { zip } of blockedZipCodes) expect(zip).toMatch(/^\d{5}$/)
  })

  test('begins on a day', () => {
    expect(whyNotShipTo(sanFrancisco, new Date('2024-08-31T00:00:00Z'))).toBe('state-not-served')
  })
})

test.each([
  [{ address: '' }, 'no-address'],
  [{ city: ' ' }, 'no-address'],
  [{ state: '' }, 'no-address'],
  [{ zipCode: '' }, 'no-address'],
  [{ state: 'XX' }, 'state-not-served'],
  [{ zipCode: '10011' }, 'zip-not-in-state'],
  [{ zipCode: 'ABCDE' }, 'zip-not-in-state'],
  [{ address: 'P.O. Box 12' }, 'po-box'],
  [{ addressExtra: 'PO Box 9' }, 'po-box'],
] as const)('%o is refused as %s', (change, problem) => {
  expect(whyNotShipTo({ ...sanFrancisco, ...change }, today)).toBe(problem)
})

test('a state may be written as its name', () => {
  expect(whyNotShipTo({ ...sanFrancisco, state: 'california' }, today)).toBeNull()
})

test.each(['PO Box 1', 'p.o.box 22', 'P O BOX 3', 'Post Office Box 7', 'Box 99'])(
  '%s is a PO box',
  (line) => expect(isPoBox(line)).toBe(true),
)

test.each(['12 Boxwood Lane', '7 Post Road', 'Poe Street 4', '1 Box Canyon Road'])(
  '%s is a street',
  (line) => expect(isPoBox(line)).toBe(false),
)

test('no ZIP prefix lies in two states', () => {
  for (let prefix = 0; prefix < 1000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}00`
    const states = (Object.keys(zipPrefixes) as (keyof typeof zipPrefixes)[]).filter((state) =>
      zipIsIn(zip, state),
    )
    expect(states.length, zip).toBeLessThanOrEqual(1)
  }
})
