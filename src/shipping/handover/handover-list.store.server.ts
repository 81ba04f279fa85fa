import { lt, sql } from 'drizzle-orm'

import { containsWord } from '#platform/database/word-search.ts'
import { adminList, since, until } from '#platform/list/admin-list.store.server.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import { typedShipmentNumber } from '../shipments/search-shipments.store.server.ts'
import { shipments } from '../tables.ts'
import { handovers, handoverShipments } from './tables.ts'

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
  filters: { from: since(handovers.madeAt), to: until(handovers.madeAt, 'To') },
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
      ['Handover', (row) => row.number],
      ['Made', (row, dates) => dates.moment(row.madeAt)],
      ['By', (row) => row.madeBy],
      ['File format', (row) => row.profileName],
      ['Shipments', (row) => row.shipmentCount],
      ['Cases', (row) => row.caseCount],
      ['SHA-256 of the file', (row) => row.sha256],
    ],
  },
})
