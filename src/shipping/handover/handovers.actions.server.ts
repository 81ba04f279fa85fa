import { createHash } from 'node:crypto'

import { z } from 'zod'

import { lockOrder } from '#orders/order/orders.store.server.ts'
import { chosen, text, wholeNumber } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { addressLines } from '#platform/address/address.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { machineLine } from '#platform/csv/csv.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { lettersWithoutFont } from '#platform/pdf/pdf-fonts.server.ts'
import type { Services } from '#platform/services/services.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { lockHandovers } from '../holds/holds.store.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { boxCount, handoverRows } from '../profiles/shipper-profile.rules.ts'
import type { SavedProfile } from '../profiles/shipper-profiles.store.server.ts'
import { allProfiles, profileById } from '../profiles/shipper-profiles.store.server.ts'
import { isDispatchDay } from '../readiness/dispatch-days.rules.ts'
import { readinessFacts } from '../readiness/readiness.store.server.ts'
import {
  recomputeReadiness,
  whyNotReadyNow,
} from '../readiness/recompute-readiness.actions.server.ts'
import { followRefunds } from '../returns/follow-refund.actions.server.ts'
import { reasonGiven } from '../shipments/mark-shipment.actions.server.ts'
import { shipmentForStaff } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentNumber, signatureText } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import {
  lockShipment,
  lockShipments,
  moveShipment,
  shipmentById,
} from '../shipments/shipments.store.server.ts'
import { insertEvent, insertEventForAll } from '../tracking/shipment-events.store.server.ts'
import {
  deleteHandoverFiles,
  handoverByRequest,
  makersOfHandovers,
  insertHandover,
  undoHandoverOf,
} from './handovers.store.server.ts'
import type { PackedRow, PackingReader } from './packed-shipments.store.server.ts'
import { packedShipments } from './packed-shipments.store.server.ts'
import { numbersIn } from './selected-numbers.rules.ts'

/** The most shipments in one handover. */
const maxHandover = 2_000

const shownRows = 10

export type HandoverPreview = {
  profiles: SavedProfile[]
  profile: SavedProfile
  /** Ready shipments that leave today, and those that leave on another day. */
  today: PackedRow[]
  later: PackedRow[]
  /** Numbers of the selected shipments, by default today's. */
  selected: number[]
  /** Numbers that were selected and are no longer ready. */
  notReady: number[]
  /** Whose packing slip lacks letters of the name or address, and which. */
  unprintable: { number: number; letters: string[] }[]
  /** Headings and first rows of the file for the selected shipments. */
  sample: (string | number)[][]
}

/**
 * A preview of today's handover in the format of that shipper. `numbers` are the shipments that were
 * selected in the list, by default today's. Null until staff begin to ship from here.
 */
export async function nextHandover(
  reader: PackingReader,
  day: string,
  {
    profileId = null,
    numbers = [],
  }: { profileId?: string | null; numbers?: readonly number[] } = {},
): Promise<HandoverPreview | null> {
  const { db } = reader
  const begun = await shippingSettingsOf(db)
  const profiles = await allProfiles(db)
  const profile = profiles.find(({ id }) => id === profileId) ?? profiles[0]
  if (!begun || !profile) return null
  const ready = await packedShipments(reader, { limit: maxHandover }, day)
  const leaves = ({ method }: PackedRow) => isDispatchDay(begun.dispatch, method, day)
  const today = ready.filter(leaves)
  const wanted = new Set(numbers)
  const selected = wanted.size === 0 ? today : ready.filter(({ number }) => wanted.has(number))
  for (const { number } of selected) wanted.delete(number)
  return {
    profiles,
    profile,
    today,
    later: ready.filter((one) => !leaves(one)),
    selected: selected.map(({ number }) => number),
    notReady: [...wanted],
    unprintable: await unprintableAmong(ready),
    sample: handoverRows(profile, selected.slice(0, shownRows), signatureText).slice(
      0,
      shownRows + 1,
    ),
  }
}

async function unprintableAmong(shipments: readonly PackedRow[]) {
  const found: HandoverPreview['unprintable'] = []
  for (const shipment of shipments) {
    const { number, name, notes } = shipment
    const lines = notes.flatMap((note) => note.text.split('\n'))
    const printed = [name, ...addressLines(shipment), ...lines].join(' ')
    const letters = await lettersWithoutFont(printed)
    if (letters.length > 0) found.push({ number, letters })
  }
  return found
}

/**
 * Hands ready shipments over to a shipper: all or none, in one transaction with the file. Each is
 * checked again under a lock, so that none is handed over that was refunded or held since.
 */
export const makeHandover = staffAction({
  needs: 'ship-orders',
  log: 'handover-made',
  form: z.object({ profile: text(), s: chosen().transform(numbersIn) }),
  async once(tx, key) {
    const handover = await handoverByRequest(tx, key)
    return handover && { handover, isNew: false }
  },
  async run(
    { services, tx, viewer, now, today, formKey, audit },
    { profile: profileId, s: numbers },
  ) {
    if (numbers.length === 0) return refuse('Choose at least one shipment.', { field: 's' })
    if (numbers.length > maxHandover) return refuse('At most 2,000 shipments at once.')
    await lockHandovers(tx)
    const profile = await profileById(tx, profileId)
    if (!profile) return refuse('This form no longer exists.')
    const reader = { db: tx, settings: services.settings }
    const found = await packedShipments(reader, { numbers }, today)
    const ids = found.map(({ id }) => id)
    const locked = await lockShipments(tx, ids)
    // Read again under the locks: a refund may have lowered the lines meanwhile.
    const packed = await packedShipments(reader, { numbers }, today)
    const changed = await changedAmong(services, tx, { wanted: numbers, packed, locked })
    if (changed.length > 0) {
      return new Refusal(409, changedSentence(changed, numbers.length), {}, { shown: { changed } })
    }

    const rows = handoverRows(profile, packed, signatureText)
    const file = Buffer.from(rows.map(machineLine).join(''), 'utf8')
    const { handover, moved } = await insertHandover(
      tx,
      {
        profileId: profile.id,
        profileName: profile.name,
        madeAt: now,
        madeBy: viewer.email,
        requestKey: formKey,
        shipmentCount: packed.length,
        caseCount: packed.reduce((sum, { wines }) => sum + boxCount(wines), 0),
        sha256: createHash('sha256').update(file).digest('hex'),
        file,
      },
      ids,
    )
    if (moved !== ids.length) throw new Error('Shipments changed although their rows are locked')
    await insertEventForAll(tx, ids, {
      at: now,
      source: 'staff',
      kind: 'handed-over',
      text: `Handover ${handover.number}`,
    })
    audit(auditSubject('handover', handover.id, `Handover ${handover.number}`), {
      after: {
        shipments: handover.shipmentCount,
        profile: profile.name,
        sha256: handover.sha256,
      },
    })
    return { handover, isNew: true }
  },
  say: ({ handover: { number, shipmentCount }, isNew }) =>
    isNew
      ? `Handover ${number} is made: ${plural(shipmentCount, 'shipment')} ${shipmentCount === 1 ? 'is' : 'are'} handed over. Its file and packing slips are below.`
      : { tone: 'info', sentence: `Handover ${number} was already made by this form.` },
})

/** A shipment that could not be handed over, and who had done so already. */
export type Changed = { number: number; handedOverBy: string | null }

type Candidates = {
  wanted: readonly number[]
  packed: readonly PackedRow[]
  locked: readonly Shipment[]
}

/** Shipments that a refusal names; of more it says how many. */
const namedChanges = 5

/** Shipments that are not ready under the lock, with who handed them over. */
async function changedAmong(
  services: Services,
  tx: Transaction,
  { wanted, packed, locked }: Candidates,
): Promise<Changed[]> {
  const now = services.clock()
  const known = new Map(locked.map((shipment) => [shipment.number, shipment]))
  const facts = await readinessFacts(tx, { ids: locked.map(({ id }) => id) }, now, {
    limit: maxHandover,
  })
  const ready = new Set(
    facts
      .filter((one) => one.state === 'ready' && one.orderState !== 'refunded')
      // Its buyer may have chosen to collect it since.
      .filter(({ method }) => method !== 'pickup')
      .filter((one) => whyNotReadyNow(services, one, now) === null)
      .map(({ number }) => number),
  )
  const whole = new Set(packed.filter(({ isWhole }) => isWhole).map(({ number }) => number))
  const changed = wanted.filter((number) => !ready.has(number) || !whole.has(number))
  const gone = changed.flatMap((number) => known.get(number)?.id ?? [])
  const madeBy = await makersOfHandovers(tx, gone)
  return changed.map((number) => ({
    number,
    handedOverBy: madeBy.get(known.get(number)?.id ?? '') ?? null,
  }))
}

/** `Nothing was handed over: 48 of 50 changed in the meantime (46 handed over by ana@kohue.example).` */
function changedSentence(changed: readonly Changed[], wanted: number): string {
  const named = changed.map(({ number, handedOverBy: by }) => {
    const shipment = shipmentNumber(number)
    return by ? `${shipment} (handed over by ${by})` : shipment
  })
  const makers = Map.groupBy(changed, ({ handedOverBy }) => handedOverBy)
  const counts = [...makers].flatMap(([by, { length }]) =>
    by ? [`${length} handed over by ${by}`] : [],
  )
  const counted = `${changed.length} of ${wanted}`
  const all =
    changed.length <= namedChanges
      ? named.join(', ')
      : counts.length > 0
        ? `${counted} (${counts.join(', ')})`
        : counted
  return `Nothing was handed over: ${all} changed in the meantime.`
}

/**
 * Takes a shipment out of its handover, with a reason, before it is shipped: it is ready again, without what was
 * refunded meanwhile. The stored file keeps its row.
 */
export const undoHandover = staffAction({
  needs: 'ship-orders',
  log: 'handover-undone',
  form: z.object({ number: wholeNumber(), reason: reasonGiven() }),
  async run({ tx, viewer, now: at, audit }, { number, reason }) {
    const found = await shipmentForStaff(tx, viewer, number)
    await lockHandovers(tx)
    const order = (await lockOrder(tx, found.orderId))!
    const shipment = (await lockShipment(tx, found.id))!
    const isReady = await moveShipment(tx, shipment, 'ready', 'staff', { handedAt: null })
    if (!isReady) return refuse('This shipment is in another state now. Nothing was saved.')
    const { id } = shipment
    await undoHandoverOf(tx, id, at)
    const event = { shipmentId: id, at, source: 'staff', kind: 'handover-undone' } as const
    await insertEvent(tx, { ...event, text: reason })
    await followRefunds(tx, order, at)
    const { state } = (await shipmentById(tx, id))!
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state, reason },
    })
    return { id }
  },
  afterwards: (services, { id }) => recomputeReadiness(services, { ids: [id] }),
  say: () => 'Saved.',
})

/** Days that a handover's file is kept; longer retention by law is the shipper's duty. */
const keptDays = 400

/** Deletes the files of old handovers; their figures stay. */
export async function deleteOldHandoverFiles({ db, clock }: Services): Promise<void> {
  await deleteHandoverFiles(db, new Date(clock().getTime() - keptDays * 24 * 60 * 60_000))
}
