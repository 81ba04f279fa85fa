import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { FaultRules } from '#fakes/faults/fault-rules.ts'
import { readBody } from '#fakes/http/request-body.ts'
import { redirect, sendHtml, sendJson } from '#fakes/http/responses.ts'

import { carrierPage } from './carrier-page.ts'
import { type FakeParcel, type FakeParcels, trackingEvents, isTrackingEvent } from './parcels.ts'

const tokenPath = '/security/v1/oauth/token'
const trackPath = '/api/track/v1/details/'

export const isCarrierPath = (path: string): boolean =>
  path === tokenPath ||
  path.startsWith(trackPath) ||
  path === '/carriers' ||
  path.startsWith('/carriers/')

/** Handles the carrier's API (UPS Tracking v1) and, at /carriers, the page that adds tracking events. */
export async function handleCarriers(
  { parcels, faults }: { parcels: FakeParcels; faults: FaultRules },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  if (path === '/carriers/journal') return sendJson(response, 200, parcels.journal)
  if (path === '/carriers' && request.method !== 'POST') {
    return sendHtml(response, 200, carrierPage(parcels, query.get('number')))
  }
  if (path === '/carriers' || path === '/carriers/invalid-responses') {
    return act(parcels, request, response, path)
  }
  const send = (status: number, body: unknown) => {
    parcels.note(`${request.method} ${path}`, status)
    sendJson(response, status, body)
  }
  const fault = faults.forRequest(request.method ?? 'GET', path)
  if (fault?.fault.startsWith('delay')) await wait(fault.ms)
  if (fault?.fault.startsWith('drop')) {
    parcels.note(`${request.method} ${path}`, 0)
    response.destroy()
    return
  }
  if (fault?.fault === 'rate-limit') return send(429, errorBody('429', 'Too many requests'))
  if (fault?.fault.startsWith('error')) return send(500, errorBody('500', 'Internal error'))

  if (path === tokenPath) {
    await readBody(request)
    return send(200, { access_token: 'ups-fake-token', token_type: 'Bearer', expires_in: '14399' })
  }
  if (request.headers.authorization !== 'Bearer ups-fake-token') {
    return send(401, errorBody('250002', 'Invalid Authentication Information.'))
  }
  const number = decodeURIComponent(path.slice(trackPath.length))
  const parcel = parcels.get(number)
  parcel.askedAt = new Date().toISOString()
  if (parcels.invalidResponses > 0) {
    parcels.invalidResponses -= 1
    return send(200, { trackResponse: { shipment: 'of course' } })
  }
  send(200, tracked(parcel))
}

const errorBody = (code: string, message: string) => ({ response: { errors: [{ code, message }] } })

const digits = (at: string) => ({
  date: at.slice(0, 10).replaceAll('-', ''),
  time: at.slice(11, 19).replaceAll(':', ''),
})

const tracked = ({ number, activities, receivedBy, expectedOn }: FakeParcel) => ({
  trackResponse: {
    shipment: [
      {
        inquiryNumber: number,
        package: [
          {
            trackingNumber: number,
            ...(expectedOn && {
              deliveryDate: [{ type: 'SDD', date: expectedOn.replaceAll('-', '') }],
            }),
            ...(receivedBy && { deliveryInformation: { receivedBy } }),
            // UPS lists the newest first.
            activity: activities.toReversed().map(({ at, what, city, state, zip }) => ({
              location: { address: { city, stateProvince: state, postalCode: zip } },
              status: {
                type: trackingEvents[what].type,
                description: trackingEvents[what].label.toUpperCase(),
                statusCode: trackingEvents[what].statusCode,
              },
              ...digits(at),
              gmtDate: digits(at).date,
              gmtTime: at.slice(11, 19),
              gmtOffset: '+00:00',
            })),
          },
        ],
      },
    ],
  },
})

/** Adds a tracking event or sets the expected day; JSON or a form. */
async function act(
  parcels: FakeParcels,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) {
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form')
  const body = await readBody(request)
  const sent = Object.fromEntries(
    isForm ? new URLSearchParams(body) : Object.entries(JSON.parse(body || '{}') as object),
  ) as Record<string, string>
  if (path === '/carriers/invalid-responses') {
    parcels.invalidResponses = Math.max(0, Math.min(1_000, Number(sent.times ?? 1) || 0))
    return isForm
      ? redirect(response, '/carriers')
      : sendJson(response, 200, parcels.invalidResponses)
  }
  const number = (sent.number ?? '').replaceAll(/\s/g, '').toUpperCase()
  const what = sent.what ?? ''
  if (!/^[A-Z0-9]{6,40}$/.test(number) || !(isTrackingEvent(what) || what === 'expected')) {
    return sendJson(response, 400, { error: 'A number and what happens, please.' })
  }
  const parcel = parcels.get(number)
  if (what === 'expected')
    parcel.expectedOn = /^\d{4}-\d\d-\d\d$/.test(sent.on ?? '') ? sent.on! : ''
  else {
    const at = sent.at ? new Date(sent.at) : new Date()
    if (Number.isNaN(at.getTime())) return sendJson(response, 400, { error: 'No such moment.' })
    const { city = 'Austin', state = 'TX', zip = '78701' } = sent
    parcel.activities.push({ at: at.toISOString(), what, city, state, zip })
    parcel.activities.sort((a, b) => a.at.localeCompare(b.at))
    if (what === 'delivered') parcel.receivedBy = sent.receivedBy || 'A RUIZ'
    if (what === 'unsigned') parcel.receivedBy = ''
  }
  parcels.save()
  if (!isForm) return sendJson(response, 200, parcel)
  redirect(response, `/carriers?number=${encodeURIComponent(number)}`)
}
