import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { isCalendarDay, shopDates, writtenWeekday } from '#platform/text/dates.rules.ts'

import { packingCopy } from '../papers/packing.copy.ts'
import { pdfResponse } from '../papers/pdf-response.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import type { Route } from './+types/pickups-pdf.route'
import { agreedOn } from './pickups.store.server.ts'

export const middleware = [requireStaff]

/** The appointments of a day, to be ticked by hand; of today where no day is named. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { db, settings, papers } = context.get(servicesContext)
  const dates = shopDates(settings.timeZone)
  const named = url.searchParams.get('day') ?? ''
  const day = isCalendarDay(named) ? named : dates.isoDay(new Date())
  const lines = (await agreedOn(db, day, settings.timeZone)).map((pickup) => ({
    time: dates.time(pickup.from),
    place: pickup.place,
    name: pickup.name,
    shipment: shipmentNumber(pickup.number),
    order: ordersCopy.number(pickup.orderNumber),
    wines: pickup.wines,
  }))
  const file = await papers.pickupList(packingCopy.pickups(writtenWeekday(day)), lines)
  return pdfResponse({ name: `pickups-${day}.pdf`, file })
}
