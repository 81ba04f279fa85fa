import type { DataStrategyResult } from 'react-router'
import { data } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepPageOnNetworkError, shownNow } from './network-error.tsx'

type Middleware = Parameters<typeof keepPageOnNetworkError>

beforeEach(() => vi.stubGlobal('location', { pathname: '/admin/month', search: '' }))
afterEach(() => {
  vi.unstubAllGlobals()
  shownNow.isLeft = false
})

const cut = new TypeError('Failed to fetch')
/** What a loader that failed on the server is in the browser. */
const failed = new Error('Unexpected Server Error')

/** What becomes of the error of a page whose data was asked for. */
async function became(result: unknown, address: string, method = 'GET'): Promise<unknown> {
  const results: Record<string, DataStrategyResult> = { page: { type: 'error', result } }
  const request = new Request(`http://shop.example${address}`, { method })
  const dispatchEvent = vi.fn<(event: Event) => boolean>()
  vi.stubGlobal('window', { dispatchEvent })
  await keepPageOnNetworkError(
    { request } as Middleware[0],
    (async () => results) as unknown as Middleware[1],
  )
  if (!results['page']) return 'kept as it was'
  const { result: now } = results['page']
  return now === result ? 'as it was thrown' : (now as { init: ResponseInit }).init
}

const saysSo = { status: 503, statusText: 'unreached' }

test.each([
  ['a reload behind the page', cut, '/admin/month', false, 'kept as it was'],
  ['a reload that fails on the server', failed, '/admin/month', false, 'kept as it was'],
  ['what is shown after a form', cut, '/admin/month', true, saysSo],
  ['what fails on the server after a form', failed, '/admin/month', true, 'as it was thrown'],
  ['another page', cut, '/admin/orders', true, saysSo],
  ['another page that fails on the server', failed, '/admin/orders', true, 'as it was thrown'],
  ['the same page with another search', cut, '/admin/month?q=1', true, saysSo],
])('%s that brings back no data', async (_what, error, address, isLeft, expected) => {
  shownNow.isLeft = isLeft
  expect(await became(error, address)).toEqual(expected)
})

test('what the shop answers is shown', async () => {
  const missing = { status: 404, statusText: '', internal: false, data: '' }
  expect(await became(missing, '/admin/month')).toBe('as it was thrown')
})

const answered = (status?: number) =>
  ({ type: 'data', result: data({}, status) }) as unknown as DataStrategyResult
const thrown = (result: unknown): DataStrategyResult => ({ type: 'error', result })

test.each<[string, DataStrategyResult, string | null]>([
  ['that was carried out', answered(), null],
  ['that was previewed', answered(200), null],
  ['that was redirected', { type: 'data', result: new Response(null) }, null],
  ['with a wrong field', answered(400), 'refused'],
  ['of a record that was saved elsewhere', answered(409), 'refused'],
  ['that is not answered', thrown(cut), 'unreached'],
  [
    'of a session that ended',
    thrown({ status: 401, statusText: '', internal: false, data: '' }),
    'signed-out',
  ],
])('a form %s is told with why it had no effect', async (_what, result, expected) => {
  const told: unknown[] = []
  const dispatchEvent = (event: Event) => told.push((event as CustomEvent<unknown>).detail)
  vi.stubGlobal('window', { dispatchEvent })
  const request = new Request('http://shop.example/admin/month', { method: 'POST' })
  await keepPageOnNetworkError(
    { request } as Middleware[0],
    (async () => ({ page: result })) as unknown as Middleware[1],
  )
  expect(told).toEqual([expected])
})

test.each([
  ['is not answered', cut, 503],
  ['is of a session that ended', { status: 401, statusText: '', internal: false, data: '' }, 401],
])(
  'a page whose form %s is shown as before it was sent, and loads nothing',
  async (_, error, status) => {
    const result = thrown(error)
    vi.stubGlobal('window', { dispatchEvent: () => true })
    const request = new Request('http://shop.example/admin/month', { method: 'POST' })
    await keepPageOnNetworkError(
      { request } as Middleware[0],
      (async () => ({ page: result })) as unknown as Middleware[1],
    )
    // Pages read what a form brought back, and no form has brought back null.
    expect(result).toMatchObject({ type: 'data', result: { data: undefined, init: { status } } })
  },
)
