import { expect, test } from 'vitest'

import { whyStale } from './mutation.ts'
import { mutations } from './mutations/all.ts'

test.each(mutations)('“$name” can still be put into the code', (mutation) => {
  expect(whyStale(mutation)).toBeNull()
})

test('no two have the same name', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})
