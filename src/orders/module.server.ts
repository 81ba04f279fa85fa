import type { Module } from '#platform/module/module.ts'

import { orderList } from './order/order-list.store.server.ts'
import { orderMails } from './order/mails.rules.ts'
import { ordersLog } from './log.copy.ts'

export const orders: Module = {
  log: ordersLog,
  mails: orderMails,
  lists: [orderList],
}
