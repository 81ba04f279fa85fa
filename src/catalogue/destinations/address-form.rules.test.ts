import { expect, test } from 'vitest'

import { completeAddress } from './address-form.rules.ts'

const austin = {
  ...{ address: '400 Congress', addressExtra: '', city: 'Austin', state: 'TX', zipCode: '78701' },
}
const wrongIn = (change: Partial<typeof austin>) => {
  const read = completeAddress.safeParse({ ...austin, ...change })
  return read.success ? [] : read.error.issues.map(({ path }) => path[0])
}

test('an address is tidied, its state as a postal code', () => {
  const typed = { ...austin, city: ' Austin ', state: 'texas', zipCode: ' 78701 ' }
  expect(completeAddress.parse(typed)).toEqual(austin)
})

test.each([
  [{}, []],
  [{ address: '1 Elm St', city: 'Au', zipCode: ' 78701-1234 ', state: 'Texas' }, []],
  [{ address: 'x'.repeat(40), addressExtra: 'x'.repeat(40), city: 'x'.repeat(40) }, []],
  [{ address: '1 Elm S' }, ['address']],
  [{ address: '1 Elm S ' }, ['address']],
  [{ address: 'x'.repeat(41) }, ['address']],
  [{ addressExtra: 'x'.repeat(41) }, ['addressExtra']],
  [{ city: 'A' }, ['city']],
  [{ state: 'Atlantis' }, ['state']],
  [{ zipCode: '7870' }, ['zipCode']],
])('of an address with %j is wrong: %j', (change, wrong) => {
  expect(wrongIn(change)).toEqual(wrong)
})

test('the second line may be left out, and a state is its postal code', () => {
  const { addressExtra: _leftOut, ...typed } = { ...austin, state: 'Texas' }
  expect(completeAddress.parse(typed)).toEqual({
    ...{ address: '400 Congress', addressExtra: '', city: 'Austin', state: 'TX', zipCode: '78701' },
  })
})
