import { inArray, or, sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import { containsWord } from '#platform/database/word-search.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { adminList, choice } from '#platform/list/admin-list.store.server.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import { isOfShipment, ofOrder } from '../shipments/search-shipments.store.server.ts'
import { shipmentNumber, statesFor } from '../shipments/shipment.rules.ts'
import { shipmentStateName } from '../shipments/shipping.copy.ts'
import { shipments } from '../tables.ts'
import { carrierName } from '../tracking/carriers.rules.ts'
import { shipmentClaims } from './tables.ts'

/** Shipments with a claim `claim` that meets the condition. */
const hasClaim = (condition = sql`true`) => sql`exists (select from ${shipmentClaims} as claim
  where claim.shipment_id = ${shipments.id} and ${condition})`

/** Shipments with this word in the claim's number at the carrier. */
const isNumbered = (word: string) => hasClaim(containsWord(sql`claim.claim_number`, word))

/** Lost and damaged shipments, each with the claim for it where there is one, newest first. */
export const claimList = adminList({
  name: 'claims',
  action: 'ship-orders',
  namesPeople: true,
  table: shipments,
  where: sql`${shipments.state} in ${literals(statesFor('claim'))}`,
  columns: {
    id: shipments.id,
    number: shipments.number,
    orderId: shipments.orderId,
    orderNumber: ofOrder<number>('o.number'),
    name: ofOrder<string>('o.name'),
    state: shipments.state,
    carrier: shipments.carrier,
  },
  sorts: { newest: [shipments.number] },
  startSort: 'newest',
  cursor: {
    keyOf: ({ number }) => number,
    after: (number) => sql`${shipments.number} < ${number}`,
  },
  filters: {
    which: choice('Claim', 'Any', [
      ['unpaid', 'Not settled yet', sql`not ${hasClaim(sql`claim.closed_at is not null`)}`],
      ['unclaimed', 'Not claimed yet', sql`not ${hasClaim()}`],
      ['open', 'Open', hasClaim(sql`claim.closed_at is null`)],
      ['paid', 'Paid', hasClaim(sql`claim.paid_on is not null`)],
      ['refused', 'Refused', hasClaim(sql`claim.refused_on is not null`)],
    ]),
    state: choice('Box', 'Any', [
      ['lost', 'Lost', sql`${shipments.state} = 'lost'`],
      ['damaged', 'Damaged', sql`${shipments.state} = 'damaged'`],
    ]),
  },
  search: (text) => {
    const shipment = isOfShipment(text)
    const claim = searchedWords(text).map(isNumbered)
    return shipment ? [or(shipment, sql.join(claim, sql` and `))!] : []
  },
  async complete(db, rows) {
    const ids = rows.map(({ id }) => id)
    const claims = await db
      .select()
      .from(shipmentClaims)
      .where(inArray(shipmentClaims.shipmentId, ids))
    const claimOf = new Map(claims.map((claim) => [claim.shipmentId, claim]))
    return rows.map((row) => ({ ...row, claim: claimOf.get(row.id) ?? null }))
  },
  file: {
    columns: {},
    cells: [
      ['Shipment', (row) => shipmentNumber(row.number)],
      ['Order', (row) => ordersCopy.number(row.orderNumber)],
      ['Buyer', (row) => row.name],
      ['State', (row) => shipmentStateName[row.state]],
      ['Carrier', (row) => (row.carrier ? carrierName[row.carrier] : '')],
      ['Claim number', (row) => row.claim?.claimNumber ?? ''],
      ['Amount in dollars', (row) => dollars(row.claim?.amountCents ?? null)],
      ['Claimed on', (row, dates) => (row.claim ? dates.isoDay(row.claim.openedAt) : '')],
      ['Paid on', (row) => row.claim?.paidOn ?? ''],
      ['Refused on', (row) => row.claim?.refusedOn ?? ''],
      ['The carrier’s reason', (row) => row.claim?.refusal ?? ''],
    ],
  },
})

const dollars = (cents: number | null) => (cents === null ? '' : decimalAmount(cents))
