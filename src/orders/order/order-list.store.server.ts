import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import { recipientOf } from '#catalogue/destinations/gift.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { Amounts } from '#catalogue/prices/amounts.rules.ts'
import { amountLines, eachAmount } from '#catalogue/prices/amounts.rules.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressFields, addressLabels } from '#platform/address/address.rules.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { withWords } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import {
  adminList,
  choice,
  choiceOf,
  since,
  until,
} from '#platform/list/admin-list.store.server.ts'
import { inSpan } from '#platform/list/in-span.store.server.ts'
import { decimalAmount, formatAmount } from '#platform/text/money.rules.ts'
import { destinationNames } from '#platform/text/us-states.rules.ts'

import type { FlagReason } from '../flags/flag-reasons.copy.ts'
import { flagName, flagReasons } from '../flags/flag-reasons.copy.ts'
import { channelName, orderColumns as labels, orderLine } from './admin-orders.copy.ts'
import type { OrderSearchTerm } from './order-search.rules.ts'
import { orderSearchTerms } from './order-search.rules.ts'
import { orderFlags, orderLines, orderNotes, orders, orderSearchText } from './tables.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'description' | 'quantity'>

// The query needs the condition of the partial index, which excludes paid orders.
const stateIs = (state: Exclude<typeof orders.$inferSelect.state, 'paid'>): SQL =>
  and(sql`${orders.state} <> 'paid'`, eq(orders.state, state))!

/** SQL condition: the order has an open flag, for this reason or any. */
const isFlagged = (reason?: FlagReason) =>
  sql`${orders.id} in (select order_id from order_flags where resolved_at is null ${
    reason ? sql`and reason = ${reason}` : sql``
  })`

const wordsMatch = (word: string) => sql`${orderSearchText} @@ ${withWords([word])}`

function matches(term: OrderSearchTerm): SQL {
  switch (term.kind) {
    case 'payment':
      return or(eq(orders.paymentIntentId, term.id), eq(orders.sessionId, term.id))!
    case 'amount':
      return eq(orders.totalCents, term.cents)
    case 'number': {
      const isNumbered = wordsMatch(String(term.number))
      return term.cents === null ? isNumbered : or(isNumbered, eq(orders.totalCents, term.cents))!
    }
    case 'word':
      return wordsMatch(term.word)
  }
}

/** SQL condition: the order's number is among these, which are separated by commas. */
function isChosen(text: string): SQL {
  const numbers = text.split(',').filter((number) => /^\d{1,9}$/.test(number))
  return numbers.length === 0 ? sql`false` : inArray(orders.number, numbers.map(Number))
}

const methodName = (method: ShippingMethod | null) => (method ? shippingMethodName[method] : '')

/** `City` as `city`, and `ZIP code` as it is. */
const withoutCapital = (label: string) =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** All orders, newest first, each with its lines. */
export const orderList = adminList({
  name: 'orders',
  action: 'handle-orders',
  namesPeople: true,
  table: orders,
  columns: {
    id: orders.id,
    number: orders.number,
    createdAt: orders.createdAt,
    /** Without a name the email says whose it is. */
    buyer: sql<string>`coalesce(nullif(${orders.name}, ''), ${orders.email})`,
    channel: orders.channel,
    state: orders.state,
    shippingMethod: orders.shippingMethod,
    shipToState: orders.shipToState,
    totalCents: orders.totalCents,
    refundedCents: orders.refundedCents,
    isRehearsal: orders.isRehearsal,
  },
  sorts: { newest: [orders.createdAt, orders.number] },
  startSort: 'newest',
  cursor: {
    keyOf: ({ number }) => number,
    after: (number) => sql`(${orders.createdAt}, ${orders.number}) < (
      select last.created_at, last.number from ${orders} as last where last.number = ${number})`,
  },
  filters: {
    state: choiceOf(labels.state, 'Any', ordersCopy.states, (state) =>
      state === 'paid' ? eq(orders.state, state) : stateIs(state),
    ),
    flagged: choice(labels.review, 'All orders', [
      ['yes', 'Only those to review', isFlagged()],
      ...flagReasons.map((reason) => [reason, flagName[reason], isFlagged(reason)] as const),
    ]),
    method: choiceOf(labels.method, 'Any', shippingMethodName, (method) =>
      eq(orders.shippingMethod, method),
    ),
    shipTo: choiceOf(labels.shipTo, 'Any state', destinationNames, (state) =>
      eq(orders.shipToState, state),
    ),
    wine: {
      label: 'Wine',
      any: 'Any',
      by: (productId) =>
        sql`exists (select from order_lines as line
          where line.order_id = ${orders.id} and line.product_id = ${productId})`,
    },
    release: {
      label: 'Release',
      any: 'Any',
      // The condition of the partial index (`release_id is not null`) follows from the comparison.
      by: (id) =>
        isUuid(id)
          ? sql`${orders.id} in (select line.order_id from order_lines as line
              where line.release_id = ${id}::uuid)`
          : sql`false`,
    },
    channel: choiceOf(labels.channel, 'Any', channelName, (channel) => eq(orders.channel, channel)),
    from: since(orders.createdAt, 'From day'),
    to: until(orders.createdAt, 'To day'),
    chosen: isChosen,
    placed: inSpan(orders.createdAt),
  },
  sums: { total: sql`${orders.totalCents}`, refunded: sql`${orders.refundedCents}` },
  search: (text) => orderSearchTerms(text).map(matches),
  async complete(db, rows) {
    const ids = rows.map(({ id }) => id)
    const [lines, flags, notes] = await Promise.all([
      db
        .select()
        .from(orderLines)
        .where(inArray(orderLines.orderId, ids))
        .orderBy(orderLines.description),
      db
        .select({ orderId: orderFlags.orderId, reason: orderFlags.reason })
        .from(orderFlags)
        .where(and(inArray(orderFlags.orderId, ids), isNull(orderFlags.resolvedAt)))
        .orderBy(orderFlags.raisedAt),
      db
        .select({ orderId: orderNotes.orderId, count: sql<number>`count(*)::int` })
        .from(orderNotes)
        .where(inArray(orderNotes.orderId, ids))
        .groupBy(orderNotes.orderId),
    ])
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
    const flagsOf = Map.groupBy(flags, ({ orderId }) => orderId)
    const notesOf = new Map(notes.map(({ orderId, count }) => [orderId, count]))
    return rows.map((row) => ({
      ...row,
      lines: (linesOf.get(row.id) ?? []) as Line[],
      /** Reasons of open flags, each once. */
      flags: [...new Set((flagsOf.get(row.id) ?? []).map(({ reason }) => reason))],
      notes: notesOf.get(row.id) ?? 0,
    }))
  },
  hit: {
    title: 'Orders',
    page: paths.staffOrders,
    of: ({ number, buyer, totalCents, state }) => ({
      title: ordersCopy.number(number),
      detail: `${buyer}, ${formatAmount(totalCents)}, ${ordersCopy.states[state]}`,
      href: paths.staffOrder(number),
    }),
  },
  file: {
    columns: {
      name: orders.name,
      email: orders.email,
      shipTo: orders.shipTo,
      ...eachAmount((amount) => orders[amount]),
      paymentIntentId: orders.paymentIntentId,
    },
    cells: [
      [labels.number, (row) => ordersCopy.number(row.number)],
      [labels.date, (row, dates) => dates.moment(row.createdAt)],
      [labels.buyer, (row) => row.name],
      ['Email', (row) => row.email],
      [
        labels.wines,
        (row) => row.lines.map((line) => orderLine(line.quantity, line.description)).join('; '),
      ],
      [labels.channel, (row) => channelName[row.channel]],
      [labels.state, (row) => ordersCopy.states[row.state]],
      ...amountLines(eachAmount((amount) => (row: Amounts) => decimalAmount(row[amount]))),
      [labels.total, (row) => decimalAmount(row.totalCents)],
      [labels.refunded, (row) => decimalAmount(row.refundedCents)],
      [labels.review, (row) => row.flags.map((reason) => flagName[reason]).join('; ')],
      [labels.method, (row) => methodName(row.shippingMethod)],
      [`${labels.shipTo}: name`, (row) => (row.shipTo ? recipientOf(row.shipTo).name : '')],
      [`${labels.shipTo}: phone`, (row) => (row.shipTo ? recipientOf(row.shipTo).phone : '')],
      ...addressFields.map(
        (field) =>
          [
            `${labels.shipTo}: ${withoutCapital(addressLabels[field])}`,
            (row: { shipTo: Address | null }) => row.shipTo?.[field] ?? '',
          ] as const,
      ),
      ['Payment', (row) => row.paymentIntentId ?? ''],
    ],
  },
})
