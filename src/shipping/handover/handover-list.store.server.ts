import { lt, sql } from 'drizzle-orm'

import { handoversCopy as copy } from '../shipments/shipping.copy.ts'

import { adminList, since, until } from '#platform/list/admin-list.store.server.ts'
import { handovers, handoverShipments } from './tables.ts'
import { shipments } from '../tables.ts'
import { containsWord, searchedWords } from '#platform/database/word-search.ts'

import { typedShipmentNumber } from '../shipments/search-shipments.store.server.ts'

const hasShipment = (number: number) => sql`${handovers.id} in (
  select part.handover_id from ${handoverShipments} as part
  where part.shipment_id = (select id from ${shipments} as s where s.number = ${number}))`

/** Every handover, newest first. */
export const handoverList = adminList({
  name: 'handovers',
  action: 'ship-orders',
  namesPeople: false,
  table: handovers,
  columns: {
    id: handovers.id,
    number: handovers.number,
    profileName: handovers.profileName,
    madeAt: handovers.madeAt,
    madeBy: handovers.madeBy,
    shipmentCount: handovers.shipmentCount,
    caseCount: handovers.caseCount,
    sha256: handovers.sha256,
    isKept: sql<boolean>`${handovers.file} is not null`,
  },
  sorts: { newest: [handovers.number] },
  startSort: 'newest',
  cursor: { keyOf: ({ number }) => number, after: (number) => lt(handovers.number, number) },
  filters: { from: since(handovers.madeAt), to: until(handovers.madeAt) },
  search: (text) => {
    const shipment = typedShipmentNumber(text)
    if (shipment !== null) return [hasShipment(shipment)]
    return searchedWords(text).map((word) =>
      /^\d{1,9}$/.test(word)
        ? sql`${handovers.number} = ${Number(word)}`
        : containsWord(sql`(${handovers.madeBy} || ' ' || ${handovers.profileName})`, word),
    )
  },
  file: {
    columns: {},
    cells: [
      [copy.handover, (row) => row.number],
      [copy.at, (row) => row.madeAt.toISOString()],
      [copy.by, (row) => row.madeBy],
      [copy.profile, (row) => row.profileName],
      [copy.shipments, (row) => row.shipmentCount],
      [copy.cases, (row) => row.caseCount],
      [copy.sha256, (row) => row.sha256],
    ],
  },
})
