import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { orderFigures } from './figures.server.ts'
import { ordersJobs } from './jobs.server.ts'
import { ordersLog } from './log.copy.ts'
import { historyRoutes } from './order/history.api.ts'
import { orderMails } from './order/mails.rules.ts'
import { orderList } from './order/order-list.store.server.ts'
import { ordersParts } from './parts.rules.ts'
import { ordersPersonalData } from './personal-data.server.ts'
import { ordersTasks } from './tasks.server.ts'

export const orders: Module = {
  figures: orderFigures,
  parts: ordersParts,
  log: ordersLog,
  jobs: ordersJobs,
  tasks: ordersTasks,
  mails: [mailsOf(orderMails, async () => (await import('./order/mails.tsx')).orderEmails)],
  lists: [orderList],
  personalData: ordersPersonalData,
  calls: [{ routes: historyRoutes }],
  limited: {},
}
