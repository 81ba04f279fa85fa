import { RouterContextProvider } from 'react-router'

import type { Duty } from '#platform/access/duties.rules.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'

import type { TestShop } from './test-shop.ts'

type Asked = { query?: string; params?: object; duties?: readonly Duty[] }

/** What a loader gives this viewer: an address to go to, the status of an error, or what is shown. */
export const loadedBy =
  ({ services }: TestShop, viewer: object) =>
  async <Shown>(
    loader: (args: never) => Promise<Shown>,
    { query = '', params = {}, duties }: Asked = {},
  ): Promise<string | number | Shown> => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(viewerContext, { ...viewer, ...(duties && { duties }) } as never)
    context.set(siteContext, { timeZone: 'UTC' } as never)
    const url = new URL(`https://shop.example/page?${query}`)
    const args = { url, request: new Request(url), params, context }
    try {
      return await loader(args as never)
    } catch (thrown) {
      if (thrown instanceof Response) return thrown.headers.get('location') ?? thrown.status
      return (thrown as { init: { status: number } }).init.status
    }
  }
