import type { Module } from '#platform/module/module.ts'

import { orderList } from './order/order-list.store.server.ts'

export const orders: Module = {
  lists: [orderList],
}
