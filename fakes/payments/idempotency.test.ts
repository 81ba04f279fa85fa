import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.remove())

async function post(path: string, body: string, key: string) {
  const response = await fetch(`${provider.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.secretKey}`, 'idempotency-key': key },
    body,
  })
  const result = (await response.json()) as {
    id?: string
    error?: { type: string; code?: string; message: string }
  }
  return { status: response.status, headers: response.headers, ...result }
}

const customersNamed = async (name: string) =>
  (await provider.stripe.customers.list({ limit: 100 })).data.filter(
    (customer) => customer.name === name,
  )

describe('an idempotency key', () => {
  test('replays the first result and does nothing twice', async () => {
    const first = await post('customers', 'name=once', 'key-once')
    const second = await post('customers', 'name=once', 'key-once')
    expect(second.id).toBe(first.id)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await customersNamed('once')).toHaveLength(1)
  })

  test('may not be used for other parameters or another call', async () => {
    await post('customers', 'name=first', 'key-other')
    const changed = await post('customers', 'name=second', 'key-other')
    expect(changed).toMatchObject({ status: 400, error: { type: 'idempotency_error' } })
    const moved = await post('products', 'name=first', 'key-other')
    expect(moved).toMatchObject({ status: 400, error: { type: 'idempotency_error' } })
  })

  test('is refused while the first request is under way', async () => {
    await provider.fault({ match: 'POST /v1/customers', fault: 'delay', ms: 2_000 })
    const first = post('customers', 'name=busy', 'key-busy')
    let second = await post('customers', 'name=busy', 'key-busy')
    // The second may arrive first and then be the delayed one.
    if (second.status === 200) second = await first
    else expect((await first).status).toBe(200)
    expect(second).toMatchObject({ status: 409, error: { code: 'idempotency_key_in_use' } })
    expect(await customersNamed('busy')).toHaveLength(1)
  })

  test('is free again after a call with invalid parameters', async () => {
    expect((await post('customers', 'nickname=x', 'key-form')).status).toBe(400)
    expect((await post('customers', 'name=mended', 'key-form')).status).toBe(200)
  })

  test('stores the result of a call that ran and failed', async () => {
    await provider.fault({ match: 'POST /v1/customers', fault: 'error-after' })
    expect((await post('customers', 'name=broken', 'key-broken')).status).toBe(500)
    const again = await post('customers', 'name=broken', 'key-broken')
    expect(again.status).toBe(500)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await customersNamed('broken')).toHaveLength(1)
  })

  test('survives kill -9', async () => {
    const first = await post('customers', 'name=killed', 'key-killed')
    provider = await provider.restart('SIGKILL')
    const again = await post('customers', 'name=killed', 'key-killed')
    expect(again.id).toBe(first.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})
