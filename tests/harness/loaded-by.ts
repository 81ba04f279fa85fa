import { RouterContextProvider } from 'react-router'

import { defaultPasswordPolicy } from '#accounts/sign-in/password-policy.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { AgeGate } from '#platform/http/age-gate.rules.ts'
import {
  codeDueContext,
  logContext,
  requestContext,
  servicesContext,
  siteContext,
  viewerContext,
} from '#platform/http/context.ts'

import { flashOf } from './flash-of.ts'
import type { TestShop } from './test-shop.ts'

type Asked = {
  path?: string
  query?: string
  params?: object
  duties?: readonly Duty[]
  /** Of the browser, as responses set them. */
  cookies?: readonly string[]
  /** A form that is sent. */
  form?: Record<string, string>
  headers?: Record<string, string>
  ageGate?: AgeGate
  isCodeDue?: boolean
  site?: object
}

/** The parts of the site's settings that loaders read. */
const settings = {
  ...{ publicUrl: 'http://localhost:3000', timeZone: 'UTC', email: 'hello@kohue.example' },
  signIn: { google: true, passwordPolicy: defaultPasswordPolicy },
}

type Data = { type: 'DataWithResponseInit'; data: object | null; init: ResponseInit | null }

const shownBy = ({ data, init }: Data) => ({
  ...data,
  status: init?.status ?? 200,
  ...Object.fromEntries(new Headers(init?.headers)),
})

/**
 * What a loader, an action or a middleware gives this viewer, if one is signed in: an address to go to, with what is said
 * there, the status of an error, or what is shown, with the status and headers that it sets.
 */
export const loadedBy =
  ({ services }: Pick<TestShop, 'services'>, viewer: object | null) =>
  async (load: (args: never, next: never) => unknown, asked: Asked = {}): Promise<unknown> => {
    const { path = '/page', query = '', params = {}, duties, cookies = [], form } = asked
    const { headers = {}, ageGate = 'open', isCodeDue = false, site = {} } = asked
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(viewerContext, viewer && ({ ...viewer, ...(duties && { duties }) } as never))
    context.set(siteContext, { ...settings, ...site } as never)
    context.set(requestContext, { id: 'request', ageGate } as never)
    context.set(logContext, services.log)
    context.set(codeDueContext, isCodeDue)
    const url = new URL(`https://shop.example${path}${query && `?${query}`}`)
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const request = new Request(url, { headers: { cookie, ...headers }, ...sent })
    const next = async () => 'passed'
    const answered = await Promise.resolve()
      .then(() => load({ url, request, params, context } as never, next as never))
      .catch((thrown: unknown) => {
        if (thrown instanceof Response) return thrown
        const status = (thrown as Partial<Data>).init?.status
        if (status === undefined) throw thrown
        return status
      })
    if (answered instanceof Response) {
      const location = answered.headers.get('location')
      const said = flashOf(answered.headers.getSetCookie())
      return location === null ? answered : said ? [location, said.sentence] : location
    }
    const isData = (answered as Partial<Data> | null | undefined)?.type === 'DataWithResponseInit'
    return isData ? shownBy(answered as Data) : answered
  }
