import { accounting } from '#accounting/module.server.ts'
import { accounts } from '#accounts/module.server.ts'
import { admin } from '#admin/module.server.ts'
import { campaigns } from '#campaigns/module.server.ts'
import { catalogue } from '#catalogue/module.server.ts'
import { checkout } from '#checkout/module.server.ts'
import { compliance } from '#compliance/module.server.ts'
import { addMails } from '#mail/mail.rules.ts'
import { mail } from '#mail/module.server.ts'
import { orderChanges } from '#order-changes/module.server.ts'
import { orders } from '#orders/module.server.ts'
import { addLimitedRights } from '#platform/access/limited-session.rules.ts'
import { addFinders } from '#platform/admin/finders.server.ts'
import { addParts } from '#platform/admin/parts.rules.ts'
import { addToLog } from '#platform/audit/log-words.server.ts'
import { addFigures } from '#platform/figures/figures.server.ts'
import type { Module } from '#platform/module/module.ts'
import { addTasks } from '#platform/tasks/tasks.server.ts'
import { privacy } from '#privacy/module.server.ts'
import { releases } from '#releases/module.server.ts'
import { requests } from '#requests/module.server.ts'
import { shipping } from '#shipping/module.server.ts'
import { site } from '#site/module.server.ts'
import { storefront } from '#storefront/module.server.ts'
import { waitingRoomModule } from '#waiting-room/module.server.ts'

/** The modules that contribute to the shop, in the order in which a person's rows are locked. */
export const modules: readonly Module[] = [
  mail,
  accounts,
  catalogue,
  checkout,
  requests,
  releases,
  orders,
  shipping,
  orderChanges,
  waitingRoomModule,
  storefront,
  campaigns,
  accounting,
  compliance,
  privacy,
  admin,
  site,
]

for (const { log, mails, tasks, limited, parts, finders, lists, figures } of modules) {
  if (log) addToLog(log)
  for (const { kinds } of mails ?? []) addMails(kinds)
  if (tasks) addTasks(tasks)
  if (limited) addLimitedRights(limited)
  if (parts) addParts(parts)
  if (finders) addFinders(finders)
  if (figures) addFigures(figures)
  if (lists) addFinders(lists.flatMap(({ finder }) => finder ?? []))
}

export const personalData = modules.flatMap((module) => module.personalData ?? [])
