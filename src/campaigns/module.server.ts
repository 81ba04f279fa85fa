import type { Module } from '#platform/module/module.ts'

import { campaignList } from './campaign/campaign-list.store.server.ts'
import { subscriberList } from './mailing-list/subscriber-list.store.server.ts'
import { campaignsLog } from './log.copy.ts'

export const campaigns: Module = {
  log: campaignsLog,
  lists: [campaignList, subscriberList],
}
