import { createHmac, randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'

import { orderLinkTokens } from './order-link-tokens.server.ts'

test('a token of an order has one valid spelling: any other last character is refused', () => {
  const links = orderLinkTokens('a secret of the test, long enough')
  const orderId = randomUUID()
  const token = links.sign(orderId)
  const opened = { orderId, from: null }
  expect(links.read(token)).toEqual(opened)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const letter of letters) {
    const other = token.slice(0, -1) + letter
    expect(links.read(other)).toEqual(other === token ? opened : null)
  }
})

test('a token of a later email says from which day it counts, which nobody can change', () => {
  const links = orderLinkTokens('a secret of the test, long enough')
  const orderId = randomUUID()
  const token = links.sign(orderId, new Date('2027-03-05T18:30:00Z'))
  expect(links.read(token)).toEqual({ orderId, from: new Date('2027-03-05T00:00:00Z') })
  const [, day, signature] = token.split('.')
  expect(links.read(`${orderId}.${Number(day) + 1}.${signature}`)).toBeNull()
  expect(links.read(`${orderId}.${signature}`)).toBeNull()
  const bare = links.sign(orderId).split('.')[1]
  expect(links.read(`${orderId}.${day}.${bare}`)).toBeNull()
})

test('a token signed for another purpose, or for none, opens no order', () => {
  const secret = 'a secret of the test, long enough'
  const [links, list] = [orderLinkTokens(secret), mailingListTokens(secret)]
  const id = randomUUID()
  const bare = createHmac('sha256', secret).update(id).digest().subarray(0, 16)
  const tokens = [list.sign(id), list.signData(id), `${id}.${bare.toString('base64url')}`]
  expect(tokens.map((token) => links.read(token))).toEqual([null, null, null])
  expect([list.read, list.readData].map((read) => read(links.sign(id)))).toEqual([null, null])
  expect([list.read(list.signData(id)), list.readData(list.sign(id))]).toEqual([null, null])
})
