import { expect, test } from 'vitest'

import { adminWinesCopy } from './admin-wines.copy.ts'

test.each([
  ['open', 'On sale in Spring 2027'],
  ['before', 'Announced in Spring 2027'],
  ['paused', 'Paused in Spring 2027'],
  ['closed', 'Closed in Spring 2027'],
] as const)('a wine of a release that is %s says so: %s', (phase, says) => {
  const release = { id: 'spring', name: 'Spring 2027', phase } as never
  expect(adminWinesCopy.sale({ releaseState: 'closed', release })).toBe(says)
})

test('a wine of no release says how it is sold itself', () => {
  expect(adminWinesCopy.sale({ releaseState: 'on-sale', release: null })).toBe('On sale')
  expect(adminWinesCopy.sale({ releaseState: 'closed', release: null })).toBe('Closed')
})
