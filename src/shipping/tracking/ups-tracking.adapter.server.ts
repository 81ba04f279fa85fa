import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { limitBody } from '#platform/http/limit-body.ts'
import { isCalendarDay } from '#platform/text/dates.rules.ts'

import type { CarrierEvent, CarrierNews, Carriers } from './carriers.ts'
import { InvalidCarrierResponse, CarrierUnavailable } from './carriers.ts'
import type { CarrierKind } from './events.rules.ts'

type UpsSettings = {
  clientId: string
  clientSecret: string
  apiBase?: string | undefined
  /** Milliseconds between two requests of this process. */
  gapMs?: number
  /** Time limit of a request, in milliseconds. */
  patienceMs?: number
}

const officialBase = 'https://onlinetools.ups.com'

/** Never more than four requests a second. */
const politeGapMs = 260

/** Our kinds of events by UPS status code. Other codes change no state. */
const upsStatusKinds: Readonly<Record<string, CarrierKind>> = {
  '005': 'shipped', // in transit
  '006': 'out',
  '010': 'shipped',
  '011': 'delivered',
  '017': 'at-depot', // held for customer pickup
  '021': 'out',
  '022': 'attempted',
  '023': 'attempted',
  '024': 'attempted',
  '025': 'shipped',
  '026': 'delivered',
  '033': 'returning',
  '034': 'returned',
  '035': 'returning',
  '036': 'returning',
  '037': 'returning',
  '038': 'shipped', // picked up
  '040': 'at-depot', // at an access point
}

/** Our kinds of events by the type of a status, where its code is not in the table above. */
const typeKinds: Readonly<Record<string, CarrierKind>> = {
  D: 'delivered',
  O: 'out',
  I: 'shipped',
  P: 'shipped',
  RS: 'returning',
}

const text = z.string().max(200).optional()

const digits = (pattern: RegExp) => z.string().regex(pattern)
const yearMonthDay = digits(/^\d{8}$/)

const activity = z.object({
  date: yearMonthDay,
  time: digits(/^\d{6}$/).optional(),
  gmtDate: yearMonthDay.optional(),
  gmtTime: digits(/^\d{2}:?\d{2}:?\d{2}$/).optional(),
  location: z
    .object({
      address: z.object({ city: text, stateProvince: text, postalCode: text }).optional(),
    })
    .optional(),
  status: z.object({ type: text, code: text, statusCode: text }),
})

const upsPackage = z.object({
  trackingNumber: z.string(),
  activity: z.array(activity).max(200).default([]),
  deliveryDate: z.array(z.object({ type: text, date: z.string() })).default([]),
  deliveryInformation: z.object({ receivedBy: text }).optional(),
})

const trackingResponse = z.object({
  trackResponse: z.object({
    shipment: z.array(z.object({ package: z.array(upsPackage).optional() })).min(1),
  }),
})

const token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })

/**
 * UPS Tracking API v1 with OAuth client credentials. Only its codes, places, times and the signer's
 * name are taken, never its sentences: its terms restrict how they are shown.
 */
export function upsTracking({
  clientId,
  clientSecret,
  apiBase,
  gapMs = politeGapMs,
  patienceMs = 10_000,
}: UpsSettings): Carriers {
  const base = (apiBase ?? officialBase).replace(/\/$/, '')
  let known: { value: string; until: number } | null = null

  let turn: Promise<unknown> = Promise.resolve()

  async function call(path: string, init: RequestInit): Promise<Response> {
    await (turn = turn.then(() => pause(gapMs)))
    let response: Response
    try {
      response = await fetch(`${base}/${path}`, {
        ...init,
        // A redirect would send secret and token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
    } catch (error) {
      throw new CarrierUnavailable('UPS cannot be reached', { cause: error })
    }
    if (response.status === 429 || response.status >= 500) {
      throw new CarrierUnavailable(`UPS responded ${response.status}`)
    }
    return limitBody(response)
  }

  async function json<Shape>(response: Response, shape: z.ZodType<Shape>): Promise<Shape> {
    // A gateway's HTML page or half a body is not about this parcel: UPS as a whole is unavailable.
    const body: unknown = await response.json().catch((error: unknown) => {
      throw new CarrierUnavailable('UPS responded with no JSON', { cause: error })
    })
    const read = shape.safeParse(body)
    if (!read.success) throw new InvalidCarrierResponse('UPS responded with something unknown')
    return read.data
  }

  async function accessToken(): Promise<string> {
    if (known && known.until > Date.now()) return known.value
    const response = await call('security/v1/oauth/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (!response.ok)
      throw new CarrierUnavailable(`UPS refused the credentials: ${response.status}`)
    const { access_token: value, expires_in: seconds } = await json(response, token)
    known = { value, until: Date.now() + (seconds - 60) * 1_000 }
    return value
  }

  return {
    asked: ['ups'],
    async track(_carrier, trackingNumber) {
      const path = `api/track/v1/details/${encodeURIComponent(trackingNumber)}?locale=en_US`
      const response = await call(path, {
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          transId: randomUUID(),
          transactionSrc: 'kohue',
        },
      })
      // 400: UPS rejects the number itself.
      if (response.status === 404 || response.status === 400) return null
      if (response.status === 401) known = null
      if (!response.ok) throw new CarrierUnavailable(`UPS responded ${response.status}`)
      const { trackResponse } = await json(response, trackingResponse)
      const parcel = trackResponse.shipment
        .flatMap((shipment) => shipment.package ?? [])
        .find((one) => one.trackingNumber === trackingNumber)
      return parcel ? newsOf(parcel) : null
    },
  }
}

type UpsPackage = z.infer<typeof upsPackage>

function newsOf(parcel: UpsPackage): CarrierNews {
  const signer = parcel.deliveryInformation?.receivedBy?.trim() ?? ''
  const expected = parcel.deliveryDate.find(({ type }) => type === 'SDD' || type === 'RDD')
  return {
    events: parcel.activity.map((one) => eventOf(one, signer)),
    expectedOn: expected ? isoDay(expected.date) : null,
  }
}

function eventOf(one: z.infer<typeof activity>, signer: string): CarrierEvent {
  const { statusCode = '', type = '' } = one.status
  const kind = upsStatusKinds[statusCode] ?? typeKinds[type] ?? 'other'
  const { city = '', stateProvince = '', postalCode = '' } = one.location?.address ?? {}
  return {
    ...momentOf(one),
    kind,
    place: [city, `${stateProvince} ${postalCode}`.trim()].filter(Boolean).join(', '),
    signer: kind === 'delivered' ? signer.slice(0, 120) : '',
  }
}

/** UPS gives the local time and, since 2022, the same in UTC. */
function momentOf(one: z.infer<typeof activity>): Pick<CarrierEvent, 'at' | 'isDay'> {
  const hour = one.gmtTime ?? one.time
  if (hour === undefined) return { at: new Date(`${isoDay(one.date)}T12:00Z`), isDay: true }
  const day = isoDay(one.gmtDate ?? one.date)
  const time = hour.replaceAll(':', '')
  const at = new Date(`${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}Z`)
  if (Number.isNaN(at.getTime())) throw new InvalidCarrierResponse('UPS responded with no moment')
  return { at }
}

function isoDay(day: string): string {
  const written = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
  if (!isCalendarDay(written)) {
    throw new InvalidCarrierResponse('UPS responded with no day')
  }
  return written
}
