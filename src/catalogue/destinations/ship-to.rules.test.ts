import { describe, expect, test } from 'vitest'

import type { Address } from '#platform/address/address.rules.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { stateCodes } from '#platform/text/us-states.rules.ts'

import { holds, isPoBox, statesServed, whyNotServe, whyNotShipTo } from './ship-to.rules.ts'
import { zipIsIn, zipPrefixes } from './zip-prefixes.rules.ts'

const today = '2026-11-20'

const sanFrancisco: Address = {
  ...noAddress,
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
}

const zipOf = (state: keyof typeof zipPrefixes) => `${zipPrefixes[state].slice(0, 3)}01`

describe('states that are served', () => {
  test('are the policy’s list: 30 states and DC', () => {
    expect(statesServed(today).join(', ')).toBe(
      'AZ, CA, CO, CT, DC, FL, GA, IA, ID, IN, LA, MA, ME, MN, MO, MT, NC, NE, NJ, NM, NV, NY, OH, OR, PA, SC, TX, VT, WA, WV, WY',
    )
  })

  test.each(statesServed(today))('%s is served', (state) => {
    expect(whyNotShipTo({ ...sanFrancisco, state, zipCode: zipOf(state) }, today)).toBeNull()
  })

  const others = stateCodes.filter((state) => !(statesServed(today) as string[]).includes(state))
  test.each(others)('%s is not served', (state) => {
    const address = { ...sanFrancisco, state, zipCode: zipOf(state) }
    expect(whyNotShipTo(address, today)).toBe('state-not-served')
  })

  test('are listed from the day on which each begins until the day on which it ends', () => {
    const states = {
      AZ: { from: '2024-09-01', until: null },
      CA: { from: '2024-09-01', until: '2027-01-01' },
      TX: { from: '2027-01-01', until: null },
    }
    expect(statesServed('2026-12-31', states)).toEqual(['AZ', 'CA'])
    expect(statesServed('2027-01-01', states)).toEqual(['AZ', 'TX'])
  })

  test('a rule ends on its end date', () => {
    const rule = { from: '2024-09-01', until: '2027-01-01' }
    expect(holds(rule, '2026-12-31')).toBe(true)
    expect(holds(rule, '2027-01-01')).toBe(false)
  })

  test('a rule begins on its start date', () => {
    expect(whyNotShipTo(sanFrancisco, '2024-08-31')).toBe('state-not-served')
    const rule = { from: '2024-09-01', until: null }
    expect(holds(rule, '2024-09-01')).toBe(true)
    expect(holds(rule, '2024-08-31')).toBe(false)
  })
})

test.each([
  [{ address: '' }, 'no-address'],
  [{ city: ' ' }, 'no-address'],
  [{ state: '' }, 'no-address'],
  [{ zipCode: '' }, 'no-address'],
  [{ state: 'XX' }, 'state-not-served'],
  [{ zipCode: '10011' }, 'zip-not-in-state'],
  [{ zipCode: 'ABCDE' }, 'not-a-zip'],
  [{ zipCode: '94110abc' }, 'not-a-zip'],
  [{ zipCode: '941101' }, 'not-a-zip'],
  [{ zipCode: '94110-12' }, 'not-a-zip'],
  [{ city: 'APO', state: 'AE', zipCode: '09012' }, 'military'],
  [{ city: 'FPO', state: 'AP', zipCode: '96349' }, 'military'],
  [{ address: 'PSC 808 Box 20' }, 'military'],
  [{ addressExtra: 'CMR 4 Box 20' }, 'military'],
  [{ city: 'apo' }, 'military'],
  [{ city: 'A.P.O.' }, 'military'],
  [{ state: 'AA' }, 'military'],
  [{ state: ' ae ' }, 'military'],
  [{ state: 'AP' }, 'military'],
  [{ address: ' ' }, 'no-address'],
  [{ state: ' ' }, 'no-address'],
  [{ zipCode: ' ' }, 'no-address'],
  [{ address: 'P.O. Box 12' }, 'po-box'],
  [{ addressExtra: 'PO Box 9' }, 'po-box'],
] as const)('%o is refused as %s', (change, problem) => {
  expect(whyNotShipTo({ ...sanFrancisco, ...change }, today)).toBe(problem)
})

test('an address that is not allowed is not served, unless the wine is picked up', () => {
  const utah = { ...sanFrancisco, state: 'UT', zipCode: '84101' }
  expect(whyNotServe({ method: 'ground', address: utah }, today)).toBe('state-not-served')
  expect(whyNotServe({ method: null, address: utah }, today)).toBe('state-not-served')
  expect(whyNotServe({ method: 'ground', address: null }, today)).toBe('no-address')
  expect(whyNotServe({ method: 'pickup', address: utah }, today)).toBeNull()
})

test('accepts a state by its name', () => {
  expect(whyNotShipTo({ ...sanFrancisco, state: 'california' }, today)).toBeNull()
})

test.each([
  'PO Box 1',
  'Box 99.',
  'p.o.box 22',
  'P O BOX 3',
  'P O Box',
  'PO BOX1234',
  'POBOX 5',
  'P.O. Box #12',
  'P. O. Box, Austin',
  'P0 Box 12',
  'PO-Box 8',
  'PO Drawer 9',
  'PO Bx 12',
  'P.O. Bx. 12',
  'PO Dr 12',
  'Post Office Bx 7',
  'P.O. Caller 12',
  'POB 1234',
  'P.O.B. 12',
  'p o b 7',
  'POB #3',
  'Post Office Box 7',
  'Postal Box 7',
  'Post box 7',
  '100 Main St, P.O. Box 4',
  'Box 99',
  'Box #12',
  'Box No. 12',
  'PO Box A',
  'Apartado 12',
  'Apdo. Postal 3',
  'General Delivery',
  'P/O Box 12',
  'P,O, Box 12',
  'P_O_Box 12',
  'P·O· Box 12',
  'Ｐ.Ｏ. Box 12',
  'PO\u{a0}Box 12',
  'P O Bo x 12',
  'PO B0XX 12',
  'PO BOX-12',
  'P.O. Box - 12',
  'P.O.Box/12',
  'PO Box (12)',
  'PO Box A-12',
  'PO Box Nr. 12',
  'PO Box № 12',
  'PO Drwr 12',
  'Post-Office Box 12',
  'Post Ofc. Box 12',
  'Post Office Drawer 12',
  'Caller Service 12',
  'P.O. 12',
  'PO# 12',
  'PO Bix 12',
  'P.O. Bax 12',
  'P0 Vox 4',
  'PO Bos #7',
  'PO Bxo 12',
  'PO BO 12',
  'P.O. ox 12',
  'Post Office Bix 7',
  'OP Box 12',
])('%s is a PO box', (line) => expect(isPoBox(line)).toBe(true))

test.each([
  '12 Boxwood Lane',
  '12 Bxa Street',
  '100 Po Dr',
  'RR 2 Box 152',
  'HC 68 Box 23',
  '14 Postbox Lane',
  '123 PO Box Road',
  'Leave at lock box 12',
  'PO Boxwood Lane 4',
  '7 Post Road',
  '9 Post Office Road',
  '100 Old Post Office Lane',
  'Poe Street 4',
  '1 Box Canyon Road',
  '12 Box Elder Drive',
  'Box Hill Road 12',
  '45 Boxer Street',
  '3 Mailbox Lane',
  'Pobedy 5',
  '12 Pobedy Street',
  '8 Poboy Court',
  '20 Pob Hill Road',
  '1 Apartadero Way',
  '2 General Delaney Drive',
  '100 Main St, Apt 4',
  '400 Congress Ave',
  'Poplar Box Lane 12',
  'Box Elder Rd',
  '12 Po Boxer Street',
  '1200 Post Box Hill Road',
  '12 Post Office Box Elder Road',
  '100 Po River Dr 12',
  'Expo Dr 12',
  '3 Campo Bx',
  '7 Tempo Box Ct',
  '9 Caller Court',
  '12 Drawer Creek Road',
  'Depot 12',
  'Suite PO 3',
  '12 PO Box St',
  '12 Post Box St #4',
  'Pobox Lane',
  '12 Pobox Lane',
  'Pobox Lane 4',
  '12 PO Boxwood 4',
  'Poboy 12',
  '12 Post Bow 3',
  '12 Expo Bix 4',
  '7 PO Bay 12',
  '12 Co Op Boxer Way',
  'PO Bix Lane 12',
])('%s is a street', (line) => expect(isPoBox(line)).toBe(false))

test.each(['94110-1234', ' 94110 '])('the ZIP %j passes', (zipCode) => {
  expect(whyNotShipTo({ ...sanFrancisco, zipCode }, today)).toBeNull()
})

test('a box on the second line is a mailbox in a house', () => {
  expect(isPoBox('Box 41', false)).toBe(false)
  expect(isPoBox('Box 41')).toBe(true)
  expect(whyNotShipTo({ ...sanFrancisco, addressExtra: 'Box 41' }, today)).toBeNull()
})

test('no ZIP prefix lies in two states', () => {
  for (let prefix = 0; prefix < 1000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}00`
    const states = (Object.keys(zipPrefixes) as (keyof typeof zipPrefixes)[]).filter((state) =>
      zipIsIn(zip, state),
    )
    expect(states.length, zip).toBeLessThanOrEqual(1)
  }
})
