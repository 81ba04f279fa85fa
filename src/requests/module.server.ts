import type { Module } from '#platform/module/module.ts'

import { requestList } from './request-list.store.server.ts'

export const requests: Module = {
  lists: [requestList],
}
