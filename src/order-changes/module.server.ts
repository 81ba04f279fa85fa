import type { Module } from '#platform/module/module.ts'

import { orderChangeMails } from './mails.rules.ts'
import { changesOfUser } from './order-changes.store.server.ts'

export const orderChanges: Module = {
  mails: orderChangeMails,
  // Changes belong to orders and stay with them.
  personalData: { tables: {}, exportUser: { orderChanges: changesOfUser } },
}
