import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, payPage } from '#fakes/testing/shop.ts'

let provider: Provider

beforeEach(async () => {
  provider = await startProvider()
})
afterEach(() => provider.remove())

const journal = async () => {
  const folder = join(provider.dataDir, 'fakes')
  const files = (await readdir(folder)).filter((name) => name.startsWith('payments-')).toSorted()
  return files.map((name) => join(folder, name))
}

test('acknowledged changes survive kill -9', async () => {
  const shop = await createShop(provider)
  const paid = await provider.stripe.checkout.sessions.create(checkoutOf(shop))
  await payPage(paid.url!)
  const open = await provider.stripe.checkout.sessions.create(checkoutOf(shop))
  const redirected = await payPage(open.url!, { card: '4000002760003184' })
  const events = (await provider.stripe.events.list({ limit: 100 })).data

  provider = await provider.restart('SIGKILL')
  const again = await provider.stripe.checkout.sessions.retrieve(paid.id, {
    expand: ['line_items', 'payment_intent'],
  })
  expect(again).toMatchObject({
    status: 'complete',
    line_items: { data: [{ amount_total: 48_263 }] },
    payment_intent: { status: 'succeeded' },
  })
  expect((await provider.stripe.events.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(
    events.map(({ id }) => id),
  )

  const done = await fetch(redirected.headers.get('location')!, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ result: 'complete' }),
  })
  expect(done.headers.get('location')).toContain('session_id=')
  expect((await provider.stripe.checkout.sessions.retrieve(open.id)).status).toBe('complete')
})

test('acknowledged changes survive kill -9 under load', async () => {
  const acknowledged: string[] = []
  const rushing = new AbortController()
  const rush = Array.from({ length: 8 }, async () => {
    while (!rushing.signal.aborted)
      acknowledged.push((await provider.stripe.customers.create({ name: 'Rush' })).id)
  })
  const broken = Promise.allSettled(rush)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
  provider = await provider.restart('SIGKILL')
  rushing.abort()
  await broken
  const stored = await provider.stripe.customers
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const ids = new Set(stored.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
})

test('a session whose time ran out while the server was stopped is expired at the start', async () => {
  const shop = await createShop(provider)
  const session = await provider.stripe.checkout.sessions.create(checkoutOf(shop))
  await provider.stop()
  for (const file of await journal()) {
    const lines = await readFile(file, 'utf8')
    await writeFile(
      file,
      lines.replaceAll(`"expires_at":${session.expires_at}`, `"expires_at":${session.created - 1}`),
    )
  }
  provider = await provider.restart('SIGTERM')
  expect((await provider.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  const events = await provider.stripe.events.list({ type: 'checkout.session.expired' })
  expect(events.data).toHaveLength(1)
})

test('a journal truncated in the middle of a line loses only that line', async () => {
  const { id } = await provider.stripe.customers.create({ name: 'Stored' })
  await provider.stop()
  const last = (await journal()).at(-1)!
  await appendFile(last, '{"in":"customer","o":{"id":"cus_half","name":"Ha')
  provider = await provider.restart('SIGTERM')
  expect((await provider.stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id])
  await truncate(last, 0).catch(() => {})
})

test('old journals are compacted', async () => {
  const { id } = await provider.stripe.customers.create({ name: '0' })
  const [first] = await journal()
  for (let at = 1; at <= 150; at++) await provider.stripe.customers.update(id, { name: String(at) })
  await provider.stop()
  // The same lines several times, as after a longer run.
  await appendFile(first!, `${(await readFile(first!, 'utf8')).repeat(3)}`)
  provider = await provider.restart('SIGTERM')
  expect(await provider.stripe.customers.retrieve(id)).toMatchObject({ name: '150' })
  await provider.stop()
  expect(await journal()).not.toContain(first)
  provider = await provider.restart('SIGTERM')
  expect(await provider.stripe.customers.retrieve(id)).toMatchObject({ name: '150' })
})
