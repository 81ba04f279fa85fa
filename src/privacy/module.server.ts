import type { Module } from '#platform/module/module.ts'

import { duplicateList } from './merging/duplicate-list.store.server.ts'
import { userList } from './people/user-list.store.server.ts'

export const privacy: Module = {
  lists: [duplicateList, userList],
}
