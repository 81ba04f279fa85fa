import { expect, test } from 'vitest'

import { keptWines } from './kept-wines.rules.ts'

const malbec = { productId: 'malbec', quantity: 3 }
const cabernet = { productId: 'cabernet', quantity: 1 }

test('cases that were given back are not counted, and a wine without any is left out', () => {
  expect(
    keptWines([
      { ...malbec, returned: 1 },
      { ...cabernet, returned: 1 },
    ]),
  ).toEqual([{ productId: 'malbec', quantity: 2, returned: 1 }])
})

test('an order that was given back whole is about all that it had', () => {
  const lines = [
    { ...malbec, returned: 3 },
    { ...cabernet, returned: 1 },
  ]
  expect(keptWines(lines)).toEqual(lines)
})
