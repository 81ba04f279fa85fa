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
  headers?: HeadersInit
  ageGate?: AgeGate
  isCodeDue?: boolean
  site?: object
  /** Is given the response that leads elsewhere or is shown as it is, to read its headers. */
  seeing?: (response: Response) => void
}

/** The parts of the site's settings that loaders read. */
const settings = {
  ...{ publicUrl: 'http://localhost:3000', timeZone: 'UTC', email: 'hello@kohue.example' },
  signIn: { google: true, passwordPolicy: defaultPasswordPolicy },
}

/** Texts of one person on a page that is rendered once for all, as `‹Ana›`. */
const placeholders = {
  isDocument: true,
  of: (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null), (_, one) =>
      typeof one === 'string' && one ? `‹${one}›` : one,
    ),
}

type Data = { type: 'DataWithResponseInit'; data: object | null; init: ResponseInit | null }

/**
 * What a loader, an action or a middleware gives this viewer, if one is signed in: an address to go to, with what is said
 * there, the status of an error, or what is shown, with the status and headers that it sets.
 */
export const loadedBy =
  ({ services }: Pick<TestShop, 'services'>, viewer: object | null) =>
  async <Shown = unknown>(
    load: (args: never, next: never) => unknown,
    asked: Asked = {},
  ): Promise<Shown> => {
    const { path = '/page', query = '', params = {}, duties, cookies = [], form } = asked
    const { headers = {}, ageGate = 'open', isCodeDue = false, site = {} } = asked
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(viewerContext, viewer && ({ ...viewer, ...(duties && { duties }) } as never))
    context.set(siteContext, { ...settings, ...site } as never)
    context.set(requestContext, { id: 'request', ageGate, placeholders } as never)
    context.set(logContext, services.log)
    context.set(codeDueContext, isCodeDue)
    const url = new URL(`https://shop.example${path}${query && `?${query}`}`)
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const request = new Request(url, {
      ...{ headers: { cookie, ...Object.fromEntries(new Headers(headers)) }, ...sent },
    })
    const next = async () => 'passed'
    const answered = await Promise.resolve()
      .then(() => load({ url, request, params, context } as never, next as never))
      .catch((thrown: unknown) => {
        const { init, statusCode } = thrown as Partial<Data> & { statusCode?: number }
        const status = init?.status ?? statusCode
        if (thrown instanceof Response)
          return thrown.headers.has('location') ? thrown : thrown.status
        if (status === undefined) throw thrown
        return status
      })
    return shownBy(answered, asked.seeing) as Shown
  }

function shownBy(answered: unknown, seeing: Asked['seeing']): unknown {
  if (answered instanceof Response) {
    seeing?.(answered)
    const to = answered.headers.get('location')
    const said = flashOf(answered.headers.getSetCookie())
    return to === null ? answered : said ? [to, said.sentence] : to
  }
  if ((answered as Partial<Data> | null | undefined)?.type !== 'DataWithResponseInit')
    return answered
  const { data, init } = answered as Data
  const status = init?.status ?? 200
  return { ...data, status, ...Object.fromEntries(new Headers(init?.headers)) }
}
