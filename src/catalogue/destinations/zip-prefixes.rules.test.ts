import { expect, test } from 'vitest'

import type { Destination } from '#platform/text/us-states.rules.ts'

import { zipIsIn, zipPrefixes } from './zip-prefixes.rules.ts'

/** The lowest and the highest ZIP code in use of each destination, however its ranges are cut. */
const ends = {
  AL: ['35004', '36925'],
  AK: ['99501', '99950'],
  AZ: ['85001', '86556'],
  AR: ['71601', '72959'],
  CA: ['90001', '96162'],
  CO: ['80001', '81658'],
  CT: ['06001', '06928'],
  DC: ['20001', '56972'],
  DE: ['19701', '19980'],
  FL: ['32003', '34997'],
  GA: ['30002', '39901'],
  HI: ['96701', '96898'],
  IA: ['50001', '52809'],
  ID: ['83201', '83877'],
  IL: ['60001', '62999'],
  IN: ['46001', '47997'],
  KS: ['66002', '67954'],
  KY: ['40003', '42788'],
  LA: ['70001', '71497'],
  MA: ['01001', '05544'],
  MD: ['20601', '21930'],
  ME: ['03901', '04992'],
  MI: ['48001', '49971'],
  MN: ['55001', '56763'],
  MO: ['63001', '65899'],
  MS: ['38601', '39776'],
  MT: ['59001', '59937'],
  NC: ['27006', '28909'],
  ND: ['58001', '58856'],
  NE: ['68001', '69367'],
  NH: ['03031', '03897'],
  NJ: ['07001', '08989'],
  NM: ['87001', '88439'],
  NV: ['88901', '89883'],
  NY: ['00501', '14925'],
  OH: ['43001', '45999'],
  OK: ['73001', '74966'],
  OR: ['97001', '97920'],
  PA: ['15001', '19640'],
  RI: ['02801', '02940'],
  SC: ['29001', '29945'],
  SD: ['57001', '57799'],
  TN: ['37010', '38589'],
  TX: ['73301', '88595'],
  UT: ['84001', '84791'],
  VA: ['20101', '24658'],
  VT: ['05001', '05907'],
  WA: ['98001', '99403'],
  WI: ['53001', '54990'],
  WV: ['24701', '26886'],
  WY: ['82001', '83128'],
} as const satisfies Record<Destination, readonly [string, string]>

test.each(Object.entries(ends))('%s reaches from %s', (state, zips) => {
  for (const zip of zips) expect(zipIsIn(zip, state as Destination), zip).toBe(true)
})

test('the ranges have as many prefixes as the list that they are from', () => {
  const ranges = Object.values(zipPrefixes).flatMap((each) => each.split(' '))
  const sizes = ranges.map((range) => {
    const [from, to = from] = range.split('-').map(Number)
    return to! - from! + 1
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(911)
})

test.each([
  ['06390', 'NY', 'CT'],
  ['73949', 'TX', 'OK'],
  ['83414', 'WY', 'ID'],
] as const)('%s is in %s, although its prefix is that of %s', (zip, state, neighbour) => {
  expect(zipIsIn(zip, state)).toBe(true)
  expect(zipIsIn(zip, neighbour)).toBe(false)
  expect(zipIsIn(`${zip}-1234`, state)).toBe(true)
  // Its neighbours are where their prefix says.
  expect(zipIsIn(`${zip.slice(0, 3)}01`, neighbour)).toBe(true)
})

test('half a ZIP code is of no state', () => {
  expect([zipIsIn('9411', 'CA'), zipIsIn('94110', 'CA')]).toEqual([false, true])
})
