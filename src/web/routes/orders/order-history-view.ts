import type { ShopDates } from '#domain/dates.ts'
import type { Receipt } from '#use-cases/orders/receipt.ts'
import type { OrderHistory } from '#use-cases/orders/order-history.ts'
import type { Placeholders } from '#web/placeholders.ts'

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
  { number, createdAt, state, lines }: Receipt,
  placeholders: Placeholders,
  dates: ShopDates,
) => ({
  number: placeholders.of(String(number)),
  placedAt: placeholders.of(createdAt.toISOString()),
  day: placeholders.of(dates.day(createdAt)),
  state,
  lines: lines.map(({ productId, description, quantity }) => ({
    productId,
    description,
    quantity,
  })),
})
