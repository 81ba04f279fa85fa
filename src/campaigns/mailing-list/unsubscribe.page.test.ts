import { RouterContextProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'

import { servicesContext } from '#platform/http/context.ts'
import type { Services } from '#platform/services/services.ts'

import { action, middleware } from './unsubscribe.page.tsx'

const { taken } = vi.hoisted(() => ({ taken: [] as object[] }))
vi.mock('./unsubscribe.actions.server.ts', () => ({
  viewSubscription: null,
  unsubscribe: async (_services: Services, token: string, act: object) => {
    taken.push({ token, ...act })
    return token === 'ours'
  },
}))

const page = new Response('the page')

/** What a request to a link becomes, and whom it took off the list. */
async function sent(init: RequestInit) {
  taken.length = 0
  const context = new RouterContextProvider()
  context.set(servicesContext, {} as Services)
  const ask = async (token: string) => {
    const request = new Request(`https://shop.kohue.example/unsubscribe/${token}`, init)
    const args = { params: { token }, request, context } as unknown as Parameters<
      (typeof middleware)[0]
    >[0]
    return middleware[0]!(args, async () => page)
  }
  return {
    ours: (await ask('ours')) as Response,
    forged: (await ask('forged')) as Response,
    left: [...taken],
  }
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ({ method: 'POST', body, headers }) as const

describe('one click of a mail client', () => {
  test('takes its person off at once, without a page or a redirect', async () => {
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const { ours, forged, left } = await sent(post(form, { 'x-kohue-address': '203.0.113.9' }))
    expect([ours.status, await ours.text()]).toEqual([200, ''])
    expect([forged.status, await forged.text()]).toEqual([404, ''])
    const act = { source: 'one-click', address: '203.0.113.9' }
    expect(left).toEqual([
      { token: 'ours', ...act },
      { token: 'forged', ...act },
    ])
  })

  test.each<[string, RequestInit]>([
    ['a look of a mail scanner', { method: 'GET' }],
    ['the page’s button', post(new URLSearchParams({ leave: 'yes' }))],
    ['another value', post(new URLSearchParams({ 'List-Unsubscribe': 'no' }))],
    ['no form', post('List-Unsubscribe=One-Click', { 'content-type': 'text/plain' })],
  ])('is not %s', async (_what, init) => {
    const { ours, left } = await sent(init)
    expect(ours).toBe(page)
    expect(left).toEqual([])
  })
})

test('the page’s button takes its person off with the network that it was pressed in', async () => {
  taken.length = 0
  const context = new RouterContextProvider()
  context.set(servicesContext, {} as Services)
  const press = (token: string) => {
    const form = post(new URLSearchParams({ leave: 'yes' }), { 'x-kohue-address': '203.0.113.9' })
    const request = new Request(`https://shop.kohue.example/unsubscribe/${token}`, form)
    return action({ params: { token }, request, context } as never)
  }
  const left = (await press('ours')) as Response
  expect([left.status, left.headers.get('location')]).toEqual([303, '/unsubscribe/ours'])
  expect(await press('forged')).toMatchObject({ init: { status: 404 } })
  const act = { source: 'link', address: '203.0.113.9' }
  expect(taken).toEqual([
    { token: 'ours', ...act },
    { token: 'forged', ...act },
  ])
})
