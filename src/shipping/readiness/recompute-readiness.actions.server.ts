import { whyNotServe } from '#catalogue/destinations/ship-to.rules.ts'
import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import { insertAnswers } from '../holds/holds.store.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { openPlaces } from '../pickup/pickups.store.server.ts'
import { waitSentence } from '../shipments/shipping.copy.ts'
import { insertEvents } from '../tracking/shipment-events.store.server.ts'
import type { WaitReason } from './readiness.rules.ts'
import { whyWaiting } from './readiness.rules.ts'
import type { NewReadiness, ShipmentFacts, WhichShipments } from './readiness.store.server.ts'
import { readinessFacts, writeReadiness } from './readiness.store.server.ts'

const batch = 2_500

type Recomputed = { ready: number; waiting: number }

/**
 * Recomputes whether shipments before handover are ready, or why not. Runs each minute and at each
 * change. A hold for the weather emails each customer once; an address to which wine may no longer be
 * shipped, by our list or by the law of its state, flags the order. Returns how many became ready and how many no longer are.
 */
export async function recomputeReadiness(
  services: Services,
  which: WhichShipments = 'all',
): Promise<Recomputed> {
  const { db, clock } = services
  const total = { ready: 0, waiting: 0 }
  if (!(await shippingSettingsOf(db))) return total
  for (let after = 0; ;) {
    const page = { after, limit: batch }
    const done = await db.transaction(async (tx) => {
      const facts = await readinessFacts(tx, which, clock(), page)
      return { facts, ...(await write(services, tx, facts)) }
    })
    total.ready += done.ready
    total.waiting += done.waiting
    after = done.facts.at(-1)?.number ?? 0
    if (done.facts.length < batch) return total
  }
}

/** Why a shipment with these facts waits, or null when it is ready. */
export function whyNotReadyNow(
  { settings }: Pick<Services, 'settings'>,
  facts: ShipmentFacts,
  now: Date,
): WaitReason | null {
  const today = shopDates(settings.timeZone).isoDay(now)
  return whyWaiting(
    {
      isHeld: facts.holdId !== null,
      notBefore: facts.notBefore,
      shipsFrom: facts.shipsFrom,
      flags: facts.flags,
      isServed:
        !facts.isForbidden &&
        whyNotServe({ method: facts.method, address: facts.shipTo }, today) === null,
    },
    { now, today },
  )
}

async function write(
  services: Services,
  tx: Transaction,
  all: readonly ShipmentFacts[],
): Promise<Recomputed> {
  const now = services.clock()
  const wanted = all.map((facts) => ({ facts, ...readinessOf(services, facts, now) }))
  const changes = wanted.filter(
    ({ facts, state, waitsFor, heldBy }) =>
      facts.state !== state || facts.waitsFor !== waitsFor || facts.heldBy !== heldBy,
  )
  // Orders are locked before shipments.
  await flagClosedStates(tx, changes)
  const written = await writeReadiness(tx, changes)
  const made = changes.filter(({ id }) => written.has(id))
  await insertEvents(
    tx,
    made
      .filter(({ facts, waitsFor, state }) => facts.state !== state || facts.waitsFor !== waitsFor)
      .map(({ id, state, waitsFor }) => ({
        shipmentId: id,
        at: now,
        source: 'shop' as const,
        kind: state === 'ready' ? ('ready' as const) : waitsFor === 'held' ? 'held' : 'waiting',
        text: waitsFor ? waitSentence[waitsFor] : '',
      })),
  )
  await tellOfHolds(services, tx, wanted, now)
  await tellOfPickups(services, tx, wanted)
  return {
    ready: made.filter(({ facts, state }) => state === 'ready' && facts.state === 'waiting').length,
    waiting: made.filter(({ facts, state }) => state === 'waiting' && facts.state === 'ready')
      .length,
  }
}

type Wanted = NewReadiness & { facts: ShipmentFacts }

function readinessOf(services: Services, facts: ShipmentFacts, now: Date): NewReadiness {
  const waitsFor = whyNotReadyNow(services, facts, now)
  return {
    id: facts.id,
    version: facts.version,
    state: waitsFor === null ? 'ready' : 'waiting',
    waitsFor,
    heldBy: waitsFor === 'held' ? facts.holdId : null,
  }
}

/** Flags orders to states that were closed since the sale, and resolves the flag when they open. */
async function flagClosedStates(tx: Transaction, changes: readonly Wanted[]): Promise<void> {
  const reason = 'no-longer-served'
  for (const { facts, waitsFor, id } of changes) {
    const { orderId } = facts
    if (waitsFor === 'not-served') await raiseFlag(tx, orderId, reason, { source: id })
    else if (facts.waitsFor === 'not-served') {
      await resolveFlagOf(tx, { orderId, reason, source: id })
    }
  }
}

const orderOf = ({ orderId, orderNumber, orderedAt, ...facts }: ShipmentFacts) => ({
  ...facts,
  id: orderId,
  number: orderNumber,
  createdAt: orderedAt,
})

/** One email per hold and shipment, once it would leave but for the hold. */
async function tellOfHolds(
  services: Services,
  tx: Transaction,
  wanted: readonly Wanted[],
  now: Date,
): Promise<void> {
  const concerned = wanted.filter(
    ({ facts, waitsFor }) =>
      waitsFor === 'held' &&
      facts.holdReason === 'weather' &&
      !facts.isTold &&
      facts.holdGroup &&
      whyNotReadyNow(services, { ...facts, holdId: null }, now) === null,
  )
  const told = await insertAnswers(
    tx,
    concerned.map(({ id, facts }) => ({ groupId: facts.holdGroup!, shipmentId: id, toldAt: now })),
  )
  const mails = concerned.filter(({ id }) => told.has(id))
  await queueShipmentMails(
    tx,
    mails.map(({ id, facts }) =>
      shipmentMail(
        services,
        'order-held',
        { order: orderOf(facts), shipmentId: id, cause: facts.holdGroup! },
        {
          until: facts.holdUntil && shopDates(services.settings.timeZone).weekday(facts.holdUntil),
        },
      ),
    ),
  )
}

/** Emails customers that their pickup is ready, once there is a place. */
async function tellOfPickups(
  services: Services,
  tx: Transaction,
  wanted: readonly Wanted[],
): Promise<void> {
  const ready = wanted.filter(({ facts, state }) => facts.method === 'pickup' && state === 'ready')
  if (ready.length === 0 || (await openPlaces(tx)).length === 0) return
  await queueShipmentMails(
    tx,
    ready.map(({ id, facts }) =>
      shipmentMail(services, 'pickup-ready', { order: orderOf(facts), shipmentId: id }, {}),
    ),
  )
}
