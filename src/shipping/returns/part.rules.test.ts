import { expect, test } from 'vitest'

import { readPart } from './part.rules.ts'

const lines = [
  { productId: 'malbec', units: 2 },
  { productId: 'blend', units: 1 },
]
const read = (malbec: number | null, blend: number | null) =>
  readPart(lines, (field) => ({ 'units-malbec': malbec, 'units-blend': blend })[field] ?? null)

test.each([
  [1, 0, { malbec: 1 }],
  [2, 0, { malbec: 2 }],
  [1, 1, { malbec: 1, blend: 1 }],
])('%d and %d of two and one are a part', (malbec, blend, units) => {
  expect(read(malbec, blend)).toEqual({ ok: true, units })
})

test.each([
  [3, 0, 'units-malbec', 'A number from 0 to 2, please.'],
  [1, null, 'units-blend', 'A number from 0 to 1, please.'],
  [0, 0, 'units-malbec', 'Please say how much is in them.'],
  [2, 1, 'units-malbec', 'Something must be left in the other parcels.'],
])('%s and %s of two and one are none', (malbec, blend, field, sentence) => {
  expect(read(malbec, blend)).toEqual({ ok: false, field, sentence })
})
