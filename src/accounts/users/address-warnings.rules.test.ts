import { expect, test } from 'vitest'

import type { Address } from '#platform/address/address.rules.ts'
import { noAddress } from '#platform/address/address.rules.ts'

import { addressProblems, addressWarnings } from './address-warnings.rules.ts'

const on = '2026-11-20'
const right: Address = {
  ...noAddress,
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
}

test.each<[string, Partial<Address>, object]>([
  ['an address that wine may go to', {}, {}],
  ['nothing typed yet', { address: '', city: '', state: '', zipCode: '' }, {}],
  ['a PO box', { address: 'P.O. Box 12' }, { address: 'po-box' }],
  ['a box of a mail room on the second line', { addressExtra: 'Box 12' }, {}],
  ['a PO box on the second line', { addressExtra: 'PO Box 12' }, { addressExtra: 'po-box' }],
  [
    'a state wine may not go to, before the rest is typed',
    { address: '', city: '', zipCode: '', state: 'UT' },
    { state: 'state-not-served' },
  ],
  ['a ZIP of another state', { zipCode: '10011' }, { zipCode: 'zip-not-in-state' }],
  ['a ZIP half typed', { zipCode: '100' }, {}],
  ['a ZIP half typed, with blanks', { zipCode: ' 100 ' }, {}],
  ['no ZIP', { zipCode: '9411x' }, { zipCode: 'not-a-zip' }],
  [
    'a military address',
    { city: 'APO', state: 'AE', zipCode: '09001' },
    { city: 'military', state: 'state-not-served' },
  ],
])('%s', (_what, typed, warnings) => {
  expect(addressWarnings({ ...right, ...typed }, on)).toEqual(warnings)
})

test.each<[string, Address, string[]]>([
  ['an address that wine may go to', right, []],
  ['nothing saved yet', noAddress, []],
  ['nothing but blanks', { ...noAddress, city: ' ' }, []],
  ['half an address', { ...noAddress, city: 'Reno', state: 'NV' }, ['no-address']],
  [
    'a PO box on both lines',
    { ...right, address: 'PO Box 1', addressExtra: 'PO Box 1' },
    ['po-box'],
  ],
  [
    'a PO box in a state not served, with a ZIP of another',
    { ...right, address: 'PO Box 1', state: 'UT' },
    ['po-box', 'state-not-served', 'zip-not-in-state'],
  ],
  ['a ZIP of another state', { ...right, zipCode: '10011' }, ['zip-not-in-state']],
])('saved: %s', (_what, saved, problems) => {
  expect(addressProblems(saved, on)).toEqual(problems)
})
