import { expect, test } from 'vitest'

import { loader } from './renamed.route.ts'

test.each([
  ['/admin/letters', '/admin/emails'],
  ['/admin/letters?q=ana&page=2', '/admin/emails?q=ana&page=2'],
  ['/admin/books?kind=amount-differs', '/admin/reconciliation?kind=amount-differs'],
])('%s leads for good to %s, with what was asked for', (before, now) => {
  const url = new URL(before, 'https://shop.example')
  const response = loader({ url } as never)
  expect([response.status, response.headers.get('location')]).toEqual([301, now])
})
