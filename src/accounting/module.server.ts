import type { Module } from '#platform/module/module.ts'

import { differenceList } from './reconciliation/difference-list.store.server.ts'

export const accounting: Module = {
  lists: [differenceList],
}
