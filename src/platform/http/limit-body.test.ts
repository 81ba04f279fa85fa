import { expect, test } from 'vitest'

import { limitBody } from './limit-body.ts'

const aResponse = (bytes: number) =>
  new Response('x'.repeat(bytes), { status: 201, headers: { 'content-type': 'text/plain' } })

test('a body is read as it is up to its limit, and no further', async () => {
  const whole = limitBody(aResponse(10), 10)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([201, 'text/plain'])
  expect(await whole.text()).toBe('xxxxxxxxxx')
  await expect(limitBody(aResponse(11), 10).text()).rejects.toThrow('longer than 10 bytes')
  await expect(limitBody(aResponse(2_000_001)).text()).rejects.toThrow('longer than 2000000 bytes')
})
