import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import type { HttpServer, Respond } from '#tests/harness/http-server.ts'
import {
  dripping,
  endless,
  json,
  startHttpServer,
  wrongResponses,
} from '#tests/harness/http-server.ts'

import { InvalidCarrierResponse, CarrierUnavailable } from './carriers.ts'
import { upsTracking } from './ups-tracking.adapter.server.ts'

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

test('a token is asked for once, and again a minute before it ends or once UPS refuses it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked: string[] = []
  let given = 0
  let status = 404
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (url.includes('/oauth/')) {
      given += 1
      return Response.json({ access_token: `token ${given}`, expires_in: 3_600 })
    }
    asked.push(headers['authorization']!)
    return Response.json({}, { status })
  })
  const ups = upsTracking({ clientId: 'id', clientSecret: 'secret', gapMs: 0 })
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)
  await ups.track('ups', number)
  later(3_539)
  await ups.track('ups', number)
  later(1)
  await ups.track('ups', number)
  status = 401
  await expect(ups.track('ups', number)).rejects.toThrow(CarrierUnavailable)
  status = 404
  await ups.track('ups', number)
  vi.useRealTimers()
  expect(asked).toEqual([
    'Bearer token 1',
    'Bearer token 1',
    'Bearer token 2',
    'Bearer token 2',
    'Bearer token 3',
  ])
})

test.each([
  ['the scheduled day', [{ type: 'SDD', date: '20260303' }], '2026-03-03'],
  ['a day to which it was moved', [{ type: 'RDD', date: '20260304' }], '2026-03-04'],
  ['the day of its delivery, which is none', [{ type: 'DEL', date: '20260305' }], null],
  ['no day', [], null],
])('%s is when the box is expected', async (_, deliveryDate, day) => {
  const news = delivered('20260228')
  Object.assign(news.trackResponse.shipment[0]!.package[0]!, { deliveryDate })
  expect((await track(200, news))!.expectedOn).toBe(day)
})

test('a day that is not in the calendar is an invalid response', async () => {
  expect((await track(200, delivered('20260228')))!.events).toHaveLength(1)
  await expect(track(200, delivered('20260230'))).rejects.toThrow(InvalidCarrierResponse)
  await expect(track(200, delivered('20261345'))).rejects.toThrow(InvalidCarrierResponse)
})

test('UPS is never asked more than four times a second', async () => {
  const sentAt: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sentAt.push(performance.now())
    return url.includes('/oauth/')
      ? Response.json({ access_token: 'token', expires_in: 3_600 })
      : Response.json({}, { status: 404 })
  })
  const ups = upsTracking({ clientId: 'id', clientSecret: 'secret' })
  await ups.track('ups', number)
  await Promise.all([1, 2, 3].map(() => ups.track('ups', number)))
  expect(sentAt).toHaveLength(5)
  expect(sentAt[4]! - sentAt[0]!).toBeGreaterThan(1_000)
})

test('a redirect is not followed: it would send the secret to another host', async () => {
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

describe('UPS itself', () => {
  let service: HttpServer
  beforeAll(async () => {
    service = await startHttpServer()
  })
  afterAll(() => service.stop())

  const news = json(delivered('20260228'))
  const token = json({ access_token: 'token', expires_in: 3_600 })

  function trackWith({ tokens = token, details = news, patienceMs = 5_000 } = {}) {
    service.respondWith((response, request) =>
      (request.url!.includes('/oauth/') ? tokens : details)(response, request),
    )
    const keys = { clientId: 'id', clientSecret: 'secret' }
    const ups = upsTracking({ ...keys, apiBase: service.url, gapMs: 0, patienceMs })
    return ups.track('ups', number)
  }

  const isJson = (name: string) => ['null', 'a list', 'an empty object'].includes(name)

  test.each(Object.entries(wrongResponses))('responds with %s: no news', async (name, respond) => {
    // JSON of another shape is about this parcel alone; anything else about UPS as a whole.
    const error = isJson(name) ? InvalidCarrierResponse : CarrierUnavailable
    await expect(trackWith({ details: respond })).rejects.toThrow(error)
    await expect(trackWith({ tokens: respond })).rejects.toThrow(error)
  })

  test('is silent, or sends a byte at a time without end: away, at its time limit', async () => {
    const silent: Respond = () => {}
    for (const details of [silent, dripping]) {
      await expect(trackWith({ details, patienceMs: 200 })).rejects.toThrow(CarrierUnavailable)
    }
  })

  test('sends an endless body: no more than some megabytes of it are read', async () => {
    await expect(trackWith({ details: endless })).rejects.toThrow(CarrierUnavailable)
    await expect.poll(service.sent).toBeGreaterThan(0)
    expect(service.sent()).toBeLessThan(32_000_000)
  })

  test('tells of another parcel: no news of this one', async () => {
    const other = delivered('20260228')
    other.trackResponse.shipment[0]!.package[0]!.trackingNumber = '1Z999AA10123456799'
    expect(await trackWith({ details: json(other) })).toBeNull()
    const [parcel] = other.trackResponse.shipment
    const both = {
      trackResponse: { shipment: [parcel, ...delivered('20260227').trackResponse.shipment] },
    }
    const { events } = (await trackWith({ details: json(both) }))!
    expect(events.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-02-27'])
  })
})
