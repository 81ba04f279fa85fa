import type { StaffAction } from '#platform/access/access.rules.ts'

import { modules } from './modules.server.ts'

/** The admin lists of all modules. */
export const adminLists = modules.flatMap(({ lists = [] }) => lists)

/** The action that each event stream needs, by its name: that of a list, or another of a module. */
export const streamActions: ReadonlyMap<string, StaffAction> = new Map([
  ...adminLists.map(({ name, action }) => [name, action] as const),
  ...modules.flatMap(({ streams = {} }) => Object.entries(streams)),
])
