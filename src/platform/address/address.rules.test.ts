import { expect, test } from 'vitest'

import type { Address } from './address.rules.ts'
import {
  addressIn,
  addressInOneLine,
  addressInTwoLines,
  addressLines,
  isSameAddress,
  noAddress,
  placeLine,
} from './address.rules.ts'

const austin: Address = {
  ...noAddress,
  address: '500 Congress Avenue',
  addressExtra: 'Suite 4',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

test('an address is written in lines, with the name or the code of its state', () => {
  expect(addressLines(austin)).toEqual(['500 Congress Avenue', 'Suite 4', 'Austin, Texas 78701'])
  expect(addressLines(austin, 'codes').at(-1)).toBe('Austin, TX 78701')
  expect(addressInTwoLines(austin)).toEqual(['500 Congress Avenue, Suite 4', 'Austin, Texas 78701'])
  expect(addressInOneLine(austin, 'codes')).toBe('500 Congress Avenue, Suite 4, Austin, TX 78701')
})

test('what is empty leaves no blank, comma or line', () => {
  const town = { ...noAddress, city: 'Austin', state: 'TX' }
  expect(addressInTwoLines({ ...austin, addressExtra: '' })[0]).toBe('500 Congress Avenue')
  expect(addressInOneLine(town)).toBe('Austin, Texas')
  expect(placeLine({ ...town, city: '', zipCode: '78701' })).toBe('Texas 78701')
  expect(addressLines(noAddress)).toEqual([])
})

test('an address is read without the rest of its row, and without gaps of an older record', () => {
  const { zipCode: _lacking, ...older } = austin
  const row = { ...older, name: 'Ana Ruiz' } as unknown as Address
  expect(addressIn(row)).toEqual({ ...austin, zipCode: '' })
  expect(placeLine(row)).toBe('Austin, Texas')
})

test('an address is another one where one of its fields is', () => {
  expect(isSameAddress(austin, { ...austin })).toBe(true)
  expect(isSameAddress(austin, { ...austin, addressExtra: undefined as never })).toBe(false)
  const plain = { ...austin, addressExtra: '' }
  expect(isSameAddress(plain, { ...plain, addressExtra: null as never })).toBe(true)
  for (const field of ['address', 'addressExtra', 'city', 'state', 'zipCode'] as const) {
    expect(isSameAddress(austin, { ...austin, [field]: 'x' })).toBe(false)
  }
})
