import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { CarrierNonsense, CarrierUnavailable } from './carriers.ts'
import { upsTracking } from './ups-tracking.server.ts'

afterEach(() => vi.unstubAllGlobals())

const number = '1Z999AA10123456784'

function track(status: number, body: unknown = {}) {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/oauth/')
      ? Response.json({ access_token: 'token', expires_in: 3_600 })
      : Response.json(body, { status }),
  )
  return upsTracking({ clientId: 'id', clientSecret: 'secret', gapMs: 0 }).track('ups', number)
}

const delivered = (date: string) => ({
  trackResponse: {
    shipment: [
      { package: [{ trackingNumber: number, activity: [{ date, status: { code: '011' } }] }] },
    ],
  },
})

test('a number that UPS does not know or rejects has no news', async () => {
  expect(await track(404)).toBeNull()
  expect(await track(400)).toBeNull()
  await expect(track(403)).rejects.toThrow(CarrierUnavailable)
})

test('a day that is not in the calendar makes no sense', async () => {
  expect((await track(200, delivered('20260228')))!.events).toHaveLength(1)
  await expect(track(200, delivered('20260230'))).rejects.toThrow(CarrierNonsense)
  await expect(track(200, delivered('20261345'))).rejects.toThrow(CarrierNonsense)
})

test('a redirect is not followed: it would take the secret elsewhere', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(307, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ups = upsTracking({ clientId: 'id', clientSecret: 'secret', apiBase, gapMs: 0 })
  await expect(ups.track('ups', number)).rejects.toThrow(CarrierUnavailable)
  expect(asked).toHaveLength(1)
  expect(asked).not.toContain('/elsewhere')
  server.close()
})
