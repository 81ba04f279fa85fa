import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { notifyBusiness } from '#mail/business/notify-business.actions.server.ts'
import { wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import { shipmentChanged, shipmentForStaff } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentById } from '../shipments/shipments.store.server.ts'
import type { DueParcel } from './carrier-contacts.store.server.ts'
import {
  contactOf,
  dueParcels,
  noteAsked,
  saveContact,
  setRecheck,
} from './carrier-contacts.store.server.ts'
import type { Carrier } from './carriers.rules.ts'
import { carrierName } from './carriers.rules.ts'
import type { CarrierNews } from './carriers.ts'
import { InvalidCarrierResponse, CarrierUnavailable } from './carriers.ts'
import { invalidResponsesEmail } from './invalid-responses.copy.ts'
import { parcelsOf } from './parcels.store.server.ts'
import { recordNews } from './record-events.actions.server.ts'
import { eventsOf } from './shipment-events.store.server.ts'

/** So many in one run, which ends before the next minute's begins: 86,000 parcels a day. */
const mostPerRun = 60

const deliveryDayMinutes = 30
/** A delivered parcel may still be reported as returned. */
const deliveredMinutes = 24 * 60
const mostBackoffMinutes = 120
const retryMinutes = 30

/**
 * Asks carriers about the parcels that are due: every two hours, each half hour on the day of
 * delivery, and once a day for ten days after it. A carrier that does not respond is retried with a growing delay; nothing is lost, because
 * each request returns its whole record. Runs each minute, in one process at a time.
 */
export async function pollCarriers(services: Services): Promise<void> {
  const { db, carriers, clock } = services
  if (!carriers) return
  const open: Carrier[] = []
  for (const carrier of carriers.asked) {
    const contact = await contactOf(db, carrier)
    if (!contact?.notBefore || contact.notBefore <= clock()) open.push(carrier)
  }
  if (open.length === 0) return
  const away = new Set<Carrier>()
  await eachApart(await dueParcels(db, open, clock(), mostPerRun), async (parcel) => {
    if (away.has(parcel.carrier)) return
    if ((await askAbout(services, parcel)) === 'unavailable') away.add(parcel.carrier)
  })
}

/** Asks the carrier about one shipment now. */
export const askCarrier = staffWork({
  needs: 'ship-orders',
  log: null,
  form: z.object({ number: wholeNumber() }),
  async run({ services, viewer }, { number }) {
    const { db, carriers } = services
    const shipment = await shipmentForStaff(db, viewer, number)
    const parcels = (await parcelsOf(db, [shipment.id])).filter(
      ({ supersededAt, carrier }) => supersededAt === null && carriers?.asked.includes(carrier),
    )
    if (parcels.length === 0) return shipmentChanged()
    const known = async () => ({
      events: (await eventsOf(services, shipment.id)).length,
      expectedOn: (await shipmentById(db, shipment.id))?.expectedOn,
    })
    const before = await known()
    for (const parcel of parcels) {
      const { id: shipmentId, expectedOn, state } = shipment
      const response = await askAbout(services, { ...parcel, shipmentId, expectedOn, state })
      if (response !== 'read') return refuse(noResponse[response])
    }
    return { isNews: !isDeepStrictEqual(await known(), before) }
  },
  say: ({ isNews }) =>
    isNews
      ? 'The tracking is updated.'
      : { tone: 'info', sentence: 'The carrier has reported nothing new.' },
})

const noResponse = {
  unavailable: 'The carrier can’t be reached right now.',
  invalid: 'The carrier’s response can’t be read. Nothing was saved.',
} as const

/** Asks about one parcel and records the response. */
async function askAbout(
  services: Services,
  parcel: DueParcel,
): Promise<'read' | keyof typeof noResponse> {
  const { db, carriers, clock, log } = services
  const { carrier, shipmentId } = parcel
  let news: CarrierNews | null
  let isRead = true
  try {
    news = await carriers!.track(carrier, parcel.trackingNumber)
  } catch (error) {
    if (error instanceof CarrierUnavailable) {
      await backOff(services, carrier)
      // The next run begins with another: a number that always fails does not keep the others back.
      await setRecheck(db, shipmentId, new Date(clock().getTime() + retryMinutes * 60_000))
      log.warn({ err: error, carrier }, 'carrier unavailable')
      return 'unavailable'
    }
    if (!(error instanceof InvalidCarrierResponse)) throw error
    log.warn({ err: error, carrier, parcel: parcel.id }, 'carrier response dropped')
    await noteInvalidResponse(services, carrier)
    news = null
    isRead = false
  }
  const at = clock()
  await db.transaction(async (tx) => {
    // Locks the order and the shipment first.
    const after =
      news && (await recordNews(services, tx, shipmentId, newsOf(services, parcel, news)))
    await noteAsked(tx, parcel.id, { at, heard: news !== null })
    const day = shopDates(services.settings.timeZone).isoDay(at)
    const expectedOn = after?.expectedOn ?? parcel.expectedOn
    const isToday = expectedOn === day || after?.state === 'out'
    const usual = services.settings.carrierPollMinutes
    const isDelivered = (after?.state ?? parcel.state) === 'delivered'
    const minutes = isDelivered
      ? deliveredMinutes
      : isToday
        ? Math.min(deliveryDayMinutes, usual)
        : usual
    await setRecheck(tx, shipmentId, new Date(at.getTime() + minutes * 60_000))
  })
  const heard = isRead ? { heardAt: at } : {}
  await saveContact(db, carrier, { askedAt: at, failures: 0, notBefore: null, ...heard })
  return isRead ? 'read' : 'invalid'
}

/** A report from the future is dropped. */
const newsOf = (services: Services, parcel: DueParcel, news: CarrierNews) => ({
  expectedOn: news.expectedOn ?? undefined,
  events: news.events
    .filter(({ at }) => at.getTime() <= services.clock().getTime() + futureMs)
    .map(({ at, isDay = false, kind, place, signer }) => ({
      parcelId: parcel.id,
      source: 'carrier' as const,
      // A day is told as its noon in UTC.
      at: (isDay && beginningOf(shopDates('UTC').isoDay(at), services.settings.timeZone)) || at,
      isDay,
      kind,
      place,
      signer,
    })),
})

const futureMs = 24 * 60 * 60_000

async function backOff({ db, clock }: Services, carrier: Carrier): Promise<void> {
  const now = clock()
  const failures = ((await contactOf(db, carrier))?.failures ?? 0) + 1
  const minutes = Math.min(mostBackoffMinutes, 2 ** Math.min(failures - 1, 10))
  const notBefore = new Date(now.getTime() + minutes * 60_000)
  await saveContact(db, carrier, { askedAt: now, failures, notBefore })
}

const mostInvalidPerHour = 20

/** Staff are told at most once an hour of a carrier whose responses are invalid. */
async function noteInvalidResponse(
  { db, clock, settings }: Services,
  carrier: Carrier,
): Promise<void> {
  const now = clock()
  const hourAgo = new Date(now.getTime() - 60 * 60_000)
  await db.transaction(async (tx) => {
    const contact = await contactOf(tx, carrier)
    const isNewHour = !contact?.invalidSince || contact.invalidSince < hourAgo
    const invalidResponses = isNewHour ? 1 : contact.invalidResponses + 1
    const tells =
      invalidResponses >= mostInvalidPerHour && (!contact?.toldAt || contact.toldAt < hourAgo)
    await saveContact(tx, carrier, {
      invalidResponses,
      invalidSince: isNewHour ? now : contact.invalidSince,
      ...(tells && { toldAt: now }),
    })
    if (!tells) return
    const about = { firstName: carrierName[carrier], lastName: '', email: settings.businessEmail }
    await notifyBusiness(tx, settings, about, {
      subject: invalidResponsesEmail.subject,
      text: invalidResponsesEmail.text(carrierName[carrier], invalidResponses),
    })
  })
}
