import type { Placeholders } from '#platform/http/placeholders.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { nextInShort } from '#shipping/whereabouts/where-it-is.copy.ts'
import type { NextStep } from '#shipping/whereabouts/where-it-is.rules.ts'

import type { OrderHistory, PastOrder } from './order-history.actions.server.ts'

/** What the order history shows of each order. */
export const orderHistoryView = (
  { orders, ...rest }: OrderHistory,
  placeholders: Placeholders,
  dates: ShopDates,
) => ({
  ...rest,
  orders: orders.map((order) => rowOf(order, placeholders, dates)),
})

const rowOf = (
  { number, createdAt, state, isRefunding, lines, next }: PastOrder,
  placeholders: Placeholders,
  dates: ShopDates,
) => ({
  number: placeholders.of(String(number)),
  placedAt: placeholders.of(createdAt.toISOString()),
  day: placeholders.of(dates.day(createdAt)),
  state: isRefunding ? ('refunding' as const) : state,
  where: whereOf(next, placeholders, dates),
  lines: lines.map(({ productId, description, quantity }) => ({
    productId,
    description,
    quantity,
  })),
})

/** One line on where it is, in the shop's time zone. */
function whereOf(
  next: NextStep | null,
  placeholders: Placeholders,
  dates: ShopDates,
): string | null {
  const words = { day: dates.weekday, time: dates.time, calendarDay: writtenWeekday }
  const line = next && nextInShort(next, words)
  // A day keeps its figure where the line is too long.
  return line && placeholders.of(line.replaceAll(/ (?=\d)/g, '\u00A0'))
}
