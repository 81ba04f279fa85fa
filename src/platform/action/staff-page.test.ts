import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { SignedIn } from '#platform/access/signed-in.ts'
import type { Site } from '#platform/http/context.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import type { Services } from '#platform/services/services.ts'

import { textOf } from '../form/form-text.rules.ts'
import { text } from './form-fields.ts'
import { pageAction } from './page-action.server.ts'
import { notThere, Refusal, refuse } from './refusal.ts'
import { fieldsOf, sentBy } from './sent-form.ts'
import { staffAction, staffPreview } from './staff-action.server.ts'
import { staffPage } from './staff-page.server.ts'

const tx = { execute: async () => ({}) }
const services = {
  db: { transaction: (run: (of: unknown) => unknown) => run(tx) },
  clock: () => new Date('2026-11-25T05:00:00Z'),
  settings: { timeZone: 'America/Los_Angeles' },
} as unknown as Services
const staff = { id: 's', email: 's@example.com', role: 'staff', duties: ['shipping'] }

const common = {
  needs: 'ship-orders',
  log: 'shipment-marked',
  form: z.object({
    name: text(),
    tags: z.array(z.string()).optional(),
    box: z.string().optional(),
  }),
} as const
const seen = vi.fn<(typed: unknown) => void>()
const save = staffAction({
  ...common,
  run: async ({ unchanged }, typed) => {
    seen(typed)
    unchanged()
    if (typed.name === 'state') return refuse('It has changed.')
    if (typed.name === 'away') return refuse('Not there.', { elsewhere: { to: '/boxes' } })
    if (typed.name === 'field') return refuse('Not this name.', { field: 'name' })
    if (typed.name === 'unseen') return refuse('Choose a box.', { field: 'box' })
    if (typed.name === 'often') return new Refusal(429, 'Later.', {}, { retryAfter: 90 })
    if (typed.name === 'headless') return new Refusal(451, 'Not so.')
    return typed.name === 'gone' ? notThere() : { name: typed.name }
  },
  say: ({ name }) => {
    if (name === 'half') return { stays: 409 }
    if (name === 'document') return { to: '/shop', isDocument: true, cookies: ['a=1', 'b=2'] }
    if (name === 'on') return { to: '/on' }
    return name === 'else' ? { sentence: 'There.', to: '/there' } : 'Saved.'
  },
})
const page = staffPage({
  needs: 'ship-orders',
  load: async ({ today }) => ({ today }),
  actions: {
    save,
    fresh: staffAction({ ...common, fresh: true, run: async ({ unchanged }) => unchanged() }),
    look: staffPreview({ ...common, show: async (_services, { name }) => ({ name }) }),
  },
})

function contextOf(viewer: object = {}) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(viewerContext, { ...staff, ...viewer } as unknown as SignedIn)
  context.set(siteContext, { publicUrl: 'http://shop.test' } as Site)
  return context
}

const url = new URL('http://shop.test/admin/boxes?page=2')

function post(fields: Record<string, string | string[]>, viewer?: object, params = {}) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value]),
    ),
  )
  const request = new Request(url, { method: 'POST', body })
  const args = { request, url, context: contextOf(viewer), params, pattern: 'admin/boxes' }
  return page.action(args as unknown as Parameters<typeof page.action>[0])
}

test('what is done is said on the same page, or where the action says', async () => {
  const done = (await post({ intent: 'save', name: 'red' })) as Response
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/admin/boxes?page=2')
  expect(done.headers.get('set-cookie')).toContain('flash')
  const elsewhere = (await post({ intent: 'save', name: 'else' })) as Response
  expect(elsewhere.headers.get('location')).toBe('/there')
  const silent = (await post({ intent: 'save', name: 'on' })) as Response
  expect(silent.headers.get('location')).toBe('/on')
  expect(silent.headers.get('set-cookie')).toBeNull()
})

test('a refusal may be said on another page', async () => {
  const refused = (await post({ intent: 'save', name: 'away' })) as Response
  expect(refused.status).toBe(303)
  expect(refused.headers.get('location')).toBe('/boxes')
  expect(refused.headers.get('set-cookie')).toContain('flash')
})

test('a form that stands on several pages says on the one it names what came of it', async () => {
  const press = async (name: string) => {
    const body = new URLSearchParams({ intent: 'save', name, order: '7' })
    const request = new Request(url, { method: 'POST', body })
    const args = { request, url, context: contextOf(), params: {}, pattern: 'admin/boxes' }
    const action = pageAction({ save }, undefined, (_, form) => `/orders/${textOf(form, 'order')}`)
    return (await action(args as unknown as Parameters<typeof action>[0])) as Response
  }
  for (const name of ['red', 'field', 'state']) {
    const { status, headers } = await press(name)
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/orders/7')
    expect(headers.get('set-cookie')).toContain('flash')
  }
  await expect(press('gone')).rejects.toMatchObject({ init: { status: 404 } })
})

test('what is done is shown on the same page where the action says so', async () => {
  expect(await post({ intent: 'save', name: 'half' })).toMatchObject({
    init: { status: 409 },
    data: { intent: 'save', refusal: null, shown: { name: 'half' } },
  })
})

test('what is refused comes back as it was typed, with its status and sentence', async () => {
  expect(await post({ intent: 'save', name: 'field' })).toMatchObject({
    init: { status: 400 },
    data: {
      intent: 'save',
      values: { name: 'field' },
      errors: { name: 'Not this name.' },
      refusal: null,
    },
  })
  const refused = await post({ intent: 'save', name: 'state' })
  expect(refused).toMatchObject({
    init: { status: 409 },
    data: { values: { name: 'state' }, refusal: 'It has changed.' },
  })
  expect(refused).toHaveProperty('data.errors', {})
  for (const [name, status] of Object.entries({ gone: 404, headless: 451 })) {
    await expect(post({ intent: 'save', name })).rejects.toMatchObject({ init: { status } })
  }
})

test('a refusal about a field that the form does not have is said above it', async () => {
  const sentence = { errors: { box: 'Choose a box.' }, refusal: 'Choose a box.' }
  expect(await post({ intent: 'save', name: 'unseen' })).toMatchObject({ data: sentence })
})

test('a refusal says when to try again', async () => {
  const refused = await post({ intent: 'save', name: 'often' })
  const { status, headers } = (refused as { init: { status: number; headers: Headers } }).init
  expect([status, headers.get('retry-after')]).toEqual([429, '90'])
})

test('a password and a code are never sent back', async () => {
  const typed = { password: 'altamira', current: 'mendoza', code: '123456', note: 'kept' }
  const { data } = (await post({ intent: 'save', name: 'state', ...typed })) as { data: object }
  expect(data).toHaveProperty('values', { intent: 'save', name: 'state', note: 'kept' })
})

test('a page of another kind is loaded as a document, with the cookies of what was done', async () => {
  const { headers } = (await post({ intent: 'save', name: 'document' })) as Response
  expect(headers.get('x-remix-reload-document')).toBe('true')
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const plain = (await post({ intent: 'save', name: 'else' })) as Response
  expect(plain.headers.has('x-remix-reload-document')).toBe(false)
})

test('a person without the duty is refused, and one whose code is stale keeps what was typed', async () => {
  const forbidden = { init: { status: 403 } }
  await expect(post({ intent: 'save', name: 'red' }, { duties: [] })).rejects.toMatchObject(
    forbidden,
  )
  expect(await post({ intent: 'fresh', name: 'red' }, { isCodeStale: true })).toMatchObject({
    init: { status: 409 },
    data: { isCodeDue: true, values: { name: 'red' } },
  })
  const load = { request: new Request(url), params: {}, context: contextOf({ duties: [] }) }
  const args = load as unknown as Parameters<typeof page.loader>[0]
  await expect(page.loader(args)).rejects.toMatchObject(forbidden)
})

test('a button that the page does not have is refused', async () => {
  for (const intent of ['', 'toString', 'other']) {
    await expect(post({ intent })).rejects.toMatchObject({ init: { status: 400 } })
  }
})

test('a field that is sent several times is a list', async () => {
  await post({ intent: 'save', name: 'red', tags: ['a', 'b'] })
  expect(seen).toHaveBeenLastCalledWith({ name: 'red', tags: ['a', 'b'] })
  expect(await post({ intent: 'save', name: 'state', tags: ['a', 'b'] })).toMatchObject({
    data: { values: { tags: 'a,b' } },
  })
})

test('what the address names is a field that the form cannot replace', async () => {
  await post({ intent: 'save', name: 'red', box: '2' }, {}, { box: '1' })
  expect(seen).toHaveBeenLastCalledWith({ name: 'red', box: '1' })
})

test('a preview comes back beside what was typed', async () => {
  expect(await post({ intent: 'look', name: 'red' })).toMatchObject({
    data: { intent: 'look', values: { name: 'red' }, shown: { name: 'red' } },
  })
})

test('the page is loaded with the day of the shop and a new key for its form', async () => {
  const load = { request: new Request(url), params: {}, context: contextOf() }
  const args = load as unknown as Parameters<typeof page.loader>[0]
  const [first, second] = [await page.loader(args), await page.loader(args)]
  expect(first.today).toBe('2026-11-24')
  expect(first.formKey).not.toBe(second.formKey)
})

test('fields show what was typed before what is saved, in the form that was sent alone', () => {
  const sent = {
    intent: 'save',
    values: { id: '1', name: '' },
    errors: { name: 'Too short.' },
    refusal: null,
    shown: null,
  }
  const field = fieldsOf(sentBy(sent, { id: '1' }), { name: 'saved', note: 'kept' })
  expect(field('name')).toEqual({ name: 'name', defaultValue: '', error: 'Too short.' })
  expect(field('note')).toEqual({ name: 'note', defaultValue: 'kept', error: undefined })
  expect(fieldsOf(sentBy(sent, { id: '2' }), { name: 'saved' })('name')).toEqual({
    name: 'name',
    defaultValue: 'saved',
    error: undefined,
  })
})
