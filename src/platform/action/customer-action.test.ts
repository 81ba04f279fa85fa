import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { SignedIn } from '#platform/access/signed-in.ts'
import type { Site } from '#platform/http/context.ts'
import {
  logContext,
  requestContext,
  servicesContext,
  siteContext,
  viewerContext,
} from '#platform/http/context.ts'
import { createPlaceholders } from '#platform/http/placeholders.ts'
import type { Services } from '#platform/services/services.ts'

import { customerAction, customerAnswer, customerWork } from './customer-action.server.ts'
import { customerPage } from './customer-page.server.ts'
import { text } from './form-fields.ts'
import { pageAction } from './page-action.server.ts'
import { Refusal, refuse } from './refusal.ts'

const transactions = vi.fn((run: (of: unknown) => unknown) => run({ execute: async () => ({}) }))
const services = {
  db: { transaction: transactions },
  clock: () => new Date('2026-11-25T05:00:00Z'),
  settings: { timeZone: 'America/Los_Angeles' },
} as unknown as Services
const ana = { id: 'a', email: 'ana@example.com', role: 'member' } as SignedIn
const limited = { ...ana, isLimited: true }
const form = z.object({ name: text(5, 'At most 5 letters.') })

const ofMembers = customerWork({
  for: 'member',
  form,
  run: async ({ viewer, headers }) => ({ id: viewer.id, agent: headers.get('user-agent') }),
})
const ofBuyers = customerAction({
  for: 'member',
  limited: true,
  form,
  run: async ({ viewer, today }) => ({ id: viewer.id, today }),
  say: () => 'Saved.',
})
const ofAll = customerWork({
  for: 'anyone',
  limit: 'itself',
  form,
  run: async ({ viewer }) => ({ id: viewer?.id ?? null }),
})

const refused = { ok: false, status: 403 }

test('an action of members is closed to visitors and to limited login sessions', async () => {
  const headers = new Headers({ 'user-agent': 'test' })
  expect(await ofMembers(services, ana, {}, { headers })).toMatchObject({
    ok: true,
    done: { id: 'a', agent: 'test' },
  })
  expect(await ofMembers(services, limited, {})).toMatchObject(refused)
  expect(await ofMembers(services, null as unknown as SignedIn, {})).toMatchObject(refused)
})

test('a limited login session may use what says so, and a visitor what is for all', async () => {
  expect(await ofBuyers(services, limited, {})).toEqual({
    ok: true,
    done: { id: 'a', today: '2026-11-24' },
    said: { sentence: 'Saved.' },
  })
  expect(await ofAll(services, null, {})).toMatchObject({ done: { id: null } })
  expect(await ofAll(services, limited, {})).toMatchObject(refused)
})

test('only the one of the two opens a transaction', async () => {
  transactions.mockClear()
  await ofMembers(services, ana, {})
  expect(transactions).not.toHaveBeenCalled()
  await ofBuyers(services, ana, {})
  expect(transactions).toHaveBeenCalledTimes(1)
  expect(await ofBuyers(services, ana, { name: 'yellow' })).toMatchObject({
    status: 400,
    errors: { name: 'At most 5 letters.' },
  })
  expect(transactions).toHaveBeenCalledTimes(1)
})

test('visitors’ attempts are counted once the form is whole, and refused beyond their limit', async () => {
  const run = vi.fn(async () => ({}))
  const isWithin = vi.fn(async (_asked: object, { name }: { name: string }) => name !== 'red')
  const counted = customerWork({
    for: 'anyone',
    limit: { counts: 'names', isWithin, sentence: 'Too many.' },
    form,
    run,
  })
  expect(await counted(services, null, { name: 'yellow' })).toMatchObject({ status: 400 })
  expect(isWithin).not.toHaveBeenCalled()
  expect(await counted(services, null, { name: 'blue' })).toMatchObject({ ok: true })
  expect(await counted(services, null, { name: 'red' })).toMatchObject({
    status: 429,
    sentence: 'Too many.',
  })
  expect(run).toHaveBeenCalledTimes(1)
  // @ts-expect-error What is open to visitors says what limits it.
  customerWork({ for: 'anyone', form, run })
})

const warned = vi.fn<(fields: object, message: string) => void>()
const url = new URL('http://shop.test/box?page=2')

function post(
  action: ReturnType<typeof pageAction>,
  fields: Record<string, string>,
  viewer: SignedIn | null = ana,
  mailRefusal: object | null = null,
) {
  const context = new RouterContextProvider()
  const mail = { rules: { whyNotTake: () => mailRefusal } }
  context.set(servicesContext, { ...services, mail } as unknown as Services)
  context.set(viewerContext, viewer)
  context.set(siteContext, { publicUrl: 'http://shop.test' } as Site)
  const placeholders = createPlaceholders(false, { nonce: '', requestId: '' })
  context.set(requestContext, { id: 'r1', nonce: '', ageGate: 'open', placeholders })
  context.set(logContext, { info: warned, warn: warned, error: warned })
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const args = { request, url, context, params: { token: 't' }, pattern: 'box' }
  return action(args as unknown as Parameters<typeof action>[0])
}

test('a page with one action needs no intent, and knows what its address names', async () => {
  const open = customerWork({
    for: 'anyone',
    limit: 'itself',
    form: z.object({ token: text(), name: text() }),
    run: async (_working, { token, name }) => ({ token, name }),
    say: ({ token, name }) => ({ to: `/${token}/${name}`, cookies: ['a=1', 'b=2'] }),
  })
  const page = customerPage({
    for: 'anyone',
    load: async () => ({}),
    actions: open,
    also: ({ url: { searchParams } }) => ({ name: searchParams.get('page') }),
  })
  const typed = { name: 'forged', token: 'forged' }
  const done = (await post(page.action, typed, null)) as Response
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/t/2')
  expect(done.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('an answer is shown on the page itself', async () => {
  const answer = customerAnswer({ for: 'member', form, run: async (_, { name }) => ({ name }) })
  const shown = await post(pageAction({ look: answer }), { intent: 'look', name: 'red' })
  expect(shown).toMatchObject({ data: { intent: 'look', shown: { name: 'red' } } })
})

test('an answer may lead to another page, and set cookies and a status on its own', async () => {
  const answer = customerAnswer({
    for: 'member',
    form,
    run: async (_, { name }) => ({ name }),
    say: ({ name }) => (name === 'blue' ? { to: '/blue' } : { stays: 404, cookies: ['a=1'] }),
  })
  const led = (await post(pageAction(answer), { name: 'blue' })) as Response
  expect([led.status, led.headers.get('location')]).toEqual([303, '/blue'])
  const stayed = (await post(pageAction(answer), { name: 'red' })) as {
    data: object
    init: { status: number; headers: Headers }
  }
  expect(stayed.data).toMatchObject({ shown: { name: 'red' } })
  expect([stayed.init.status, stayed.init.headers.getSetCookie()]).toEqual([404, ['a=1']])
})

test('a refusal is an error page for 403, 404 and 451, unless it has something to show', async () => {
  const refusing = (status: 403 | 404 | 451, shown?: object) =>
    customerWork({
      for: 'member',
      form,
      run: async () => new Refusal(status, 'No.', {}, { ...(shown && { shown }) }),
    })
  for (const status of [403, 404, 451] as const) {
    await expect(post(pageAction(refusing(status)), {})).rejects.toMatchObject({ init: { status } })
    expect(await post(pageAction(refusing(status, { alert: 'No.' })), {})).toMatchObject({
      data: { refusal: 'No.', shown: { alert: 'No.' } },
      init: { status },
    })
  }
})

test('a refusal is logged where it says so, and no password or code comes back', async () => {
  const logged = { code: 'too-many-requests', at: 'login' }
  const enter = customerWork({
    for: 'anyone',
    limit: 'itself',
    form,
    run: async () => new Refusal(429, 'Too often.', {}, { retryAfter: 900, logged }),
  })
  const typed = { name: 'red', password: 'p', current: 'c', code: '123456' }
  const came = (await post(pageAction(enter), typed, null)) as {
    data: object
    init: { status: number; headers: Headers }
  }
  expect(came.data).toMatchObject({ values: { name: 'red' }, refusal: 'Too often.' })
  expect(Object.keys((came.data as { values: object }).values)).toEqual(['name'])
  expect(came.init.status).toBe(429)
  expect(came.init.headers.get('retry-after')).toBe('900')
  expect(warned.mock.calls).toEqual([
    [{ code: 'too-many-requests', reqId: 'r1' }, 'login was refused'],
  ])
})

test('what an outage leaves undone is an error page, unless the action says a sentence', async () => {
  const away = () => Promise.reject(Object.assign(new Error('away'), { statusCode: 503 }))
  const plain = customerWork({ for: 'anyone', limit: 'itself', form, run: away })
  await expect(post(pageAction(plain), {}, null)).rejects.toThrow('away')
  const unavailable = () => new Refusal(503, 'In a moment.')
  const kept = customerWork({ for: 'anyone', limit: 'itself', form, run: away, unavailable })
  expect(await post(pageAction(kept), { name: 'red' }, null)).toMatchObject({
    data: { values: { name: 'red' }, refusal: 'In a moment.' },
    init: { status: 503 },
  })
  // What is no outage is never said to be one.
  const broken = () => Promise.reject(new Error('broken'))
  const wrong = customerWork({ for: 'anyone', limit: 'itself', form, run: broken, unavailable })
  await expect(post(pageAction(wrong), { name: 'red' }, null)).rejects.toThrow('broken')
})

test('an action that causes an email is refused to a headless browser', async () => {
  const run = vi.fn(async () => refuse('No.'))
  const mailing = customerWork({ for: 'member', mails: true, form, run })
  const isRefused = { init: { status: 451 } }
  await expect(post(pageAction(mailing), {}, ana, { status: 451 })).rejects.toMatchObject(isRefused)
  expect(run).not.toHaveBeenCalled()
  expect(await post(pageAction(mailing), {})).toMatchObject({ data: { refusal: 'No.' } })
})
