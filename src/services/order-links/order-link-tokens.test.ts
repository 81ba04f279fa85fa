import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { orderLinkTokens } from './order-link-tokens.server.ts'

test('a link to an order has one spelling: any other last character is refused', () => {
  const links = orderLinkTokens('a secret of the test, long enough')
  const orderId = randomUUID()
  const token = links.sign(orderId)
  expect(links.read(token)).toBe(orderId)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const letter of letters) {
    const other = token.slice(0, -1) + letter
    expect(links.read(other)).toBe(other === token ? orderId : null)
  }
})
