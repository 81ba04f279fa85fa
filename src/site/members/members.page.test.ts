import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'

import {
  requestContext,
  servicesContext,
  siteContext,
  viewerContext,
} from '#platform/http/context.ts'

import { loader } from './members.page.tsx'

const asked = vi.hoisted(() => ({ isSeen: null as boolean | null, hasOrders: false }))
vi.mock('#orders/order/thank-buyer.actions.server.ts', () => ({
  thankBuyer: async (_services: unknown, _viewer: unknown, isSeen: boolean) => {
    asked.isSeen = isSeen
    return { hasOrders: asked.hasOrders, unthanked: null }
  },
}))
vi.mock('#storefront/orders/thanked-order.ts', () => ({ thankedOrder: async () => null }))
vi.mock('./load-members-content.ts', () => ({ contentOf: async (view: string) => ({ view }) }))

async function viewAt(search: string, viewer: object = {}, headers: HeadersInit = {}) {
  const url = new URL(`https://shop.example/members${search}`)
  const context = new RouterContextProvider()
  context.set(servicesContext, {} as never)
  context.set(siteContext, { timeZone: 'UTC' } as never)
  context.set(requestContext, { placeholders: { of: (text: unknown) => text } } as never)
  context.set(viewerContext, {
    ...{ firstName: 'Ana', membership: false, hasBought: false, isLimited: false, ...viewer },
  } as never)
  asked.isSeen = null
  const request = new Request(url, { headers })
  return (await loader({ request, url, context } as never)).content.view
}

test('which view of the members’ pages is shown', async () => {
  const club = { membership: true }
  expect(await viewAt('?view=account')).toBe('account')
  expect(await viewAt('?view=membership', club)).toBe('membership')
  expect(await viewAt('?view=membership')).toBe(await viewAt(''))
  expect(await viewAt('?view=secrets')).toBe(await viewAt(''))
  expect(await viewAt('')).toBe('current')
  expect(await viewAt('', club)).toBe('dash')
  asked.hasOrders = true
  expect(await viewAt('', { hasBought: true })).toBe('orders')
  // Of a login session that opens a purchase alone, neither orders nor the club are shown.
  expect(await viewAt('', { ...club, hasBought: true, isLimited: true })).toBe('current')
})

test('a buyer is thanked once the page is seen, not while it is fetched ahead', async () => {
  const buyer = { hasBought: true }
  await viewAt('')
  expect(asked.isSeen).toBeNull()
  await viewAt('', buyer)
  expect(asked.isSeen).toBe(true)
  await viewAt('', buyer, { 'sec-purpose': 'prefetch;prerender' })
  expect(asked.isSeen).toBe(false)
})
