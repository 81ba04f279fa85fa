import type { Receipt } from '#use-cases/orders/receipt.ts'
import type { OrderHistory } from '#use-cases/orders/order-history.ts'
import { shortDate } from '#web/components/members/short-date.ts'
import type { OwnWords } from '#web/own-words.ts'

/** What the list of somebody's orders shows of them. */
export const orderHistoryView = ({ orders, ...rest }: OrderHistory, own: OwnWords) => ({
  ...rest,
  orders: orders.map((order) => rowOf(order, own)),
})

const rowOf = ({ number, createdAt, state, lines }: Receipt, own: OwnWords) => ({
  number: own.of(String(number)),
  placedAt: own.of(createdAt.toISOString()),
  day: own.of(shortDate(createdAt)),
  state,
  lines: lines.map(({ productId, description, quantity }) => ({
    productId,
    description,
    quantity,
  })),
})
