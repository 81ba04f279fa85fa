import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { flashOf } from '#tests/harness/flash-of.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { action, loader } from './cart.route.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  await setStock(testShop.db, wine, 100)
})
afterAll(() => testShop.close())

async function aCart() {
  const context = new RouterContextProvider()
  context.set(servicesContext, testShop.services)
  context.set(viewerContext, (await aMember(testShop.db)) as never)
  context.set(siteContext, { publicUrl: 'http://localhost:3000' } as never)
  const ask = (form: Record<string, string> | null, headers: HeadersInit = {}) => {
    const body = form && new URLSearchParams(form)
    const request = new Request('http://localhost:3000/cart', {
      headers,
      ...(body && { method: 'POST', body }),
    })
    return (body ? action : loader)({ request, context } as never)
  }
  /** The form of a page without a script: where it leads, and what is said there. */
  const send = async (form: Record<string, string>) => {
    const response = await ask(form)
    const said = flashOf(response.headers.getSetCookie())
    return [response.status, response.headers.get('location'), said?.at ?? null]
  }
  return { ask, send }
}

test('a plain form leads back, and says where it stands why a change was refused', async () => {
  const { send } = await aCart()
  const open = '/members?cart=open'
  const add = { kind: 'add', productId: wine }
  expect(await send({ ...add, to: '/wine/malbec-2022' })).toEqual([303, '/wine/malbec-2022', null])
  expect(await send({ ...add, to: 'https://evil.example' })).toEqual([303, open, null])
  expect(await send({ ...add, upTo: '2' })).toEqual([303, open, null])
  expect(await send(add)).toEqual([303, open, null])
  // That there are three already is said below the buttons.
  expect(await send(add)).toEqual([303, open, null])
  // That no other wine has room beside them is not.
  const another = 'cabernet-sauvignon-2021'
  const { db } = testShop
  await db
    .update(products)
    .set({ releaseState: 'on-sale', stock: 9 })
    .where(eq(products.id, another))
  expect(await send({ kind: 'add', productId: another })).toEqual([303, open, 'cart'])
  expect(await send({ kind: 'add', productId: 'malbec-2021' })).toEqual([303, open, 'cart'])
  expect(await send({ kind: 'add', productId: 'none', to: '/ourwines' })).toEqual([
    ...[303, '/ourwines', 'content'],
  ])
  await expect(send({ kind: 'set-quantity', productId: wine, quantity: '1.5' })).rejects.toThrow()
  await expect(send({ kind: 'choose-shipping', method: 'pigeon' })).rejects.toThrow()
})

test('a script gets the cart, and a browser its panel', async () => {
  const { ask } = await aCart()
  const accept = { accept: 'application/json' }
  const added = await (await ask({ kind: 'add', productId: wine }, accept)).json()
  expect(added).toMatchObject({ whyNot: null, view: { cart: { lines: [{ quantity: 1 }] } } })
  expect(await (await ask(null, accept)).json()).toEqual({ view: added.view, whyNot: null })
  const shown = await ask(null)
  expect([shown.status, shown.headers.get('location')]).toEqual([302, '/members?cart=open'])
})
