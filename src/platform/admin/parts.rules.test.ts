import { expect, test } from 'vitest'

import { partOf } from './parts.rules.ts'

test.each([
  ['/admin/orders/7', '/admin/orders'],
  ['/admin/orders.data', '/admin/orders'],
  ['/admin/orders/approvals', '/admin/orders/approvals'],
  ['/admin/ordersx', '/admin'],
  ['/members', undefined],
])('%s belongs to the part %s, in whatever order they come', (address, page) => {
  const parts = ['/admin', '/admin/orders/approvals', '/admin/orders'].map((one) => ({ page: one }))
  expect(partOf(parts, address)?.page).toBe(page)
  expect(partOf(parts.toReversed(), address)?.page).toBe(page)
})
