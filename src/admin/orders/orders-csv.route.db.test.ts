import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'

import { loader } from './orders-csv.route.ts'

const { testShop, staff, anOrder } = await openOrdersShop()

test('the file of selected orders has those alone, and none where none is named', async () => {
  const order = await anOrder(1)
  await anOrder(1)
  const context = new RouterContextProvider()
  context.set(servicesContext, testShop.services)
  context.set(viewerContext, staff as never)
  context.set(siteContext, { timeZone: 'UTC' } as never)
  const numbersIn = async (query: string) => {
    const url = new URL(`https://shop.example/admin/orders.csv?${query}`)
    const file = await (await loader({ url, context } as never)).text()
    return file.match(/K-\d+/g)
  }
  expect(await numbersIn('')).toHaveLength(2)
  expect(await numbersIn(`of=list&order=K-${order.number}`)).toEqual([`K-${order.number}`])
  expect(await numbersIn('of=list&order=nonsense')).toBeNull()
  expect(await numbersIn('of=list')).toBeNull()
})
