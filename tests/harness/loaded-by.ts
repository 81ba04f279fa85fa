import { RouterContextProvider } from 'react-router'

import type { Duty } from '#platform/access/duties.rules.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'

import { flashOf } from './flash-of.ts'
import type { TestShop } from './test-shop.ts'

type Asked = { path?: string; query?: string; params?: object; duties?: readonly Duty[] }

/**
 * What a loader gives this viewer: an address to go to, with what is said there; the status of an error; or what is
 * shown.
 */
export const loadedBy =
  ({ services }: TestShop, viewer: object | null) =>
  async <Shown>(
    loader: (args: never) => Promise<Shown>,
    { path = '/page', query = '', params = {}, duties }: Asked = {},
  ): Promise<string | [to: string, said: string] | number | Shown> => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(viewerContext, (viewer && { ...viewer, ...(duties && { duties }) }) as never)
    const publicUrl = 'https://shop.example'
    context.set(siteContext, { timeZone: 'UTC', publicUrl } as never)
    const url = new URL(`${publicUrl}${path}?${query}`)
    const args = { url, request: new Request(url), params, context }
    try {
      return await loader(args as never)
    } catch (thrown) {
      if (thrown instanceof Response) {
        const to = thrown.headers.get('location')
        const said = flashOf(thrown.headers.getSetCookie())
        return to && said ? [to, said.sentence] : (to ?? thrown.status)
      }
      return (thrown as { init: { status: number } }).init.status
    }
  }
