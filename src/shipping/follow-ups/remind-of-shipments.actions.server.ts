import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import { lockOrder, orderById } from '#orders/order/orders.store.server.ts'
import { eachApart } from '#platform/jobs/each-apart.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import type { OnItsWay, ShipmentMail } from '../emails/shipment-mails.actions.server.ts'
import {
  arrivingMail,
  depotMail,
  queueShipmentMails,
  returnedMail,
} from '../emails/shipment-mails.actions.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { addDays } from '../readiness/dispatch-days.rules.ts'
import { isStillOwed, isWhollyRefunded } from '../readiness/is-still-owed.actions.server.ts'
import { returnReminderDays, returnTaskDays } from '../returns/returns.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { areApart } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { eventsOf } from '../tracking/shipment-events.store.server.ts'
import { arrivingOn, leavingDepot, unansweredSince } from './due-reminders.store.server.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Reminds buyers of tomorrow's delivery, of the last day at a depot, and after a week of a returned box;
 * after two weeks the order is flagged for staff to call. Each once, and none about an order that was
 * refunded in full or a returned box that is no longer owed. Runs each minute.
 */
export async function remindOfShipments(services: Services): Promise<void> {
  const { db, clock, settings } = services
  if (!(await shippingSettingsOf(db))) return
  const now = clock()
  const { timeZone } = settings
  const today = shopDates(timeZone).isoDay(now)
  const arriving = await arrivingOn(db, addDays(today, 1))
  const leaving = await leavingDepot(db, {
    from: beginningOf(today, timeZone)!,
    to: new Date(now.getTime() + dayMs),
  })
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const [asked, late] = [daysAgo(returnReminderDays), daysAgo(returnTaskDays)]
  const unanswered = await unansweredSince(db, { asked, late })
  const reminders = [
    ...arriving.map((one) => () => send(services, one, (found) => arrivingMail(services, found))),
    ...leaving.map(
      (one) => () =>
        send(services, one, (found) => depotMail(services, found, { isReminder: true })),
    ),
    ...unanswered.map((one) => () => askAgain(services, one, late)),
  ]
  await eachApart(reminders, (remind) => remind())
}

async function send(
  services: Services,
  shipment: Shipment,
  mailOf: (found: OnItsWay) => ShipmentMail,
): Promise<void> {
  const { db } = services
  const order = await orderById(db, shipment.orderId)
  if (!order || (await isWhollyRefunded(db, order))) return
  const parcels = await parcelsOf(db, [shipment.id])
  const events = await eventsOf(services, shipment.id)
  const mail = mailOf({ order, after: shipment, parcels, events })
  await db.transaction((tx) => queueShipmentMails(tx, [mail]))
}

/** Reminds the buyer of a returned box, and flags the order after another week. */
async function askAgain(services: Services, shipment: Shipment, late: Date): Promise<void> {
  const { id: source, orderId, returnedAt } = shipment
  const isLate = returnedAt! <= late
  await services.db.transaction(async (tx) => {
    // What came back is asked about once staff have said what is in which parcel.
    if (areApart(await parcelsOf(tx, [source]))) return
    // Waits for a concurrent refund or dispute.
    const order = await lockOrder(tx, orderId)
    if (!order) return
    const reason = 'return-unanswered'
    if (!(await isStillOwed(tx, order, shipment))) {
      return resolveFlagOf(tx, { orderId, reason, source })
    }
    await queueShipmentMails(tx, [returnedMail(services, order, shipment, true)])
    // A flag that staff resolved is not raised again.
    if (isLate) await raiseFlag(tx, orderId, reason, { source, once: true })
  })
}
