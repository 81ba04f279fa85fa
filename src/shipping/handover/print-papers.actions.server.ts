import { addressLines } from '#platform/address/address.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { PackingSlip } from '../papers/packing-papers.ts'
import { packingCopy as copy } from '../papers/packing.copy.ts'
import type { Printed } from '../papers/pdf-response.ts'
import { bottlesOf, boxCount, slipsPerFile } from '../profiles/shipper-profile.rules.ts'
import { shipmentNumber, signatureText } from '../shipments/shipment.rules.ts'
import { handoverById, handoverFile, shipmentsOfHandover } from './handovers.store.server.ts'
import type { PackedRow } from './packed-shipments.store.server.ts'
import { packedShipments } from './packed-shipments.store.server.ts'

/**
 * The packing slips of a handover as PDF, one page per shipment, in the order of its file. `part`
 * counts from 1. Null where there is no such handover, or no such part of it.
 */
export async function printPackingSlips(
  { db, clock, settings, papers }: Services,
  { handoverId, part }: { handoverId: string; part: number },
): Promise<Printed | null> {
  const handover = await handoverById(db, handoverId)
  if (!handover) return null
  const all = (await shipmentsOfHandover(db, handover.id)).map(({ number }) => number)
  const place = await placesInFile(db, handover.id)
  const ordered = all.toSorted((a, b) => (place.get(a) ?? a) - (place.get(b) ?? b))
  const numbers = ordered.slice((part - 1) * slipsPerFile, part * slipsPerFile)
  if (numbers.length === 0) return null
  const day = shopDates(settings.timeZone).isoDay(clock())
  const rows = await packedShipments({ db, settings }, { numbers }, day)
  const rowOf = new Map(rows.map((row) => [row.number, row]))
  const first = (part - 1) * slipsPerFile
  const file = await papers.packingSlips(
    numbers.flatMap((number, index) => {
      const row = rowOf.get(number)
      return row ? [slipOf(row, copy.place(first + index + 1, ordered.length))] : []
    }),
  )
  return { name: `packing-slips-${handover.number}-${part}.pdf`, file }
}

/** The position of each shipment in the handover's file, by its number. */
async function placesInFile(db: Services['db'], handoverId: string): Promise<Map<number, number>> {
  const kept = await handoverFile(db, handoverId)
  const numbers = [...(kept?.file?.toString('utf8') ?? '').matchAll(/\bS-(\d{4,9})\b/g)]
  const places = new Map<number, number>()
  for (const [index, [, number]] of numbers.entries()) {
    if (!places.has(Number(number))) places.set(Number(number), index)
  }
  return places
}

function slipOf(row: PackedRow, place: string): PackingSlip {
  const isPickup = row.method === 'pickup'
  return {
    shipment: shipmentNumber(row.number),
    order: ordersCopy.number(row.orderNumber),
    place,
    to: isPickup ? [row.name] : [row.name, ...addressLines(row)].filter(Boolean),
    phone: row.phone,
    notes: isPickup ? [] : row.notes,
    service: row.service,
    signature: isPickup ? null : signatureText,
    wines: row.wines.map(({ units, bottlesPerUnit, description }) => ({
      count: units,
      unit: bottlesPerUnit > 1 ? copy.cases(units) : copy.bottles(units),
      description,
    })),
    sum: copy.sum(boxCount(row.wines), bottlesOf(row.wines)),
  }
}
