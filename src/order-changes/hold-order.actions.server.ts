import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { customerAction } from '#platform/action/customer-action.server.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { queueShipmentMails, shipmentMail } from '#shipping/emails/shipment-mails.actions.server.ts'
import { insertHolds, lockHandovers } from '#shipping/holds/holds.store.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'

import type { Changed, Changing, Open } from './change-order.actions.server.ts'
import {
  keyOf,
  lockForChange,
  ofOrder,
  sayChanged,
  writeChange,
} from './change-order.actions.server.ts'
import { heldReminderDays, mostHeldDays } from './hold.rules.ts'
import { buyersHoldsOf, endBuyersHolds, longHeld } from './hold.store.server.ts'
import { leavesOn } from './view-changes.actions.server.ts'

const dayMs = 24 * 60 * 60_000

/** Holds an order until its buyer says so, or lets it go again. */
export const holdOrder = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object({ ...ofOrder, hold: z.enum(['yes', 'no']) }),
  async run(asked, { number, token, seen, hold }) {
    const { tx } = asked
    const isHeld = hold === 'yes'
    // Before the rows, as a handover takes them.
    await lockHandovers(tx)
    const open = await lockForChange(asked, { number, token }, seen, { isRelease: !isHeld })
    if (open instanceof Refusal || 'after' in open) return open
    return writeHold(asked, open, isHeld)
  },
  afterwards: (services, { orderId }) => recomputeReadiness(services, { orderId }),
  say: (done) => sayChanged(done),
})

/** Holds the shipments, or lets them go; the lock of handovers is taken before their rows. */
export async function writeHold(
  { services, tx, now, formKey }: Pick<Changing, 'services' | 'tx' | 'now' | 'formKey'>,
  open: Open,
  isHeld: boolean,
): Promise<Changed | Refusal> {
  const ids = open.shipments.map(({ id }) => id)
  // Not sent before it, though the hold ends.
  const earliest = isHeld ? null : await leavesOn(tx, services.settings, open.shipments[0]!, now)
  const before = await buyersHoldsOf(tx, ids)
  if (isHeld === before.length > 0) return refuse('It is already set this way.')
  const by = open.own.by === 'staff' ? 'Staff for the buyer' : 'Buyer'
  if (isHeld) {
    const shared = { reason: 'customer', from: now, createdAt: now, by } as const
    const own = ids.map((shipmentId) => ({ scope: 'shipment' as const, shipmentId }))
    await insertHolds(
      tx,
      own.map((one) => ({ ...shared, ...one, groupId: randomUUID() })),
    )
  }
  if (!isHeld) await endBuyersHolds(tx, open.shipments, { by, at: now })
  return writeChange(services, tx, open, {
    at: now,
    requestKey: keyOf(open.own.order, formKey),
    kind: 'hold',
    before: { isHeld: !isHeld },
    after: { isHeld, ...(earliest !== null && { earliest }) },
  })
}

/** Reminds buyers once of what is long held for them. Runs daily. */
export async function remindOfHolds(services: Services): Promise<void> {
  const { db, clock, settings } = services
  const dates = shopDates(settings.timeZone)
  const now = clock()
  const before = new Date(now.getTime() - heldReminderDays * dayMs)
  await eachApart(await longHeld(db, before), async ({ shipmentId, groupId, from, order }) => {
    const about = { order, shipmentId, cause: groupId }
    const mail = shipmentMail(services, 'order-still-held', about, {
      since: dates.weekday(from),
      until: dates.weekday(new Date(from.getTime() + mostHeldDays * dayMs)),
    })
    await db.transaction((tx) => queueShipmentMails(tx, [mail]))
  })
}
