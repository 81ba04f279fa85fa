import type { StaffAction } from '../access/access.rules.ts'
import type { LimitedRights } from '../access/limited-session.rules.ts'
import type { Finder } from '../admin/finders.server.ts'
import type { ModuleParts } from '../admin/parts.rules.ts'
import type { Calls } from '../api/calls.ts'
import type { LogContribution } from '../audit/audit.rules.ts'
import type { ModuleFigures } from '../figures/figures.server.ts'
import type { ModuleJobs } from '../jobs/job.ts'
import type { AdminList } from '../list/admin-list.store.server.ts'
import type { ModuleTasks } from '../tasks/tasks.server.ts'
import type { PersonalData } from './personal-data.ts'

/**
 * What a module contributes to the shop; `app/modules.server.ts` puts all of them together. Each
 * module adds the fields that it reads by declaration merging.
 */
export interface Module {
  /** What its staff do, in the audit log. */
  log?: LogContribution
  /** Its background jobs. */
  jobs?: ModuleJobs
  /** What it asks staff to do. */
  tasks?: ModuleTasks
  /** Its calls under `/api`. */
  calls?: readonly Calls[]
  /** What a login session opened by a purchase link may do here. */
  limited?: LimitedRights
  /** Its parts of the admin, each with an entry in the navigation. */
  parts?: ModuleParts
  /** Its admin lists: each has a page, a CSV file and an event stream of its name. */
  lists?: readonly AdminList[]
  /** What the search across the admin finds besides rows of its lists. */
  finders?: readonly Finder[]
  /** Event streams besides those of its lists, and the action that each needs. */
  streams?: Readonly<Record<string, StaffAction>>
  /** Its figures for metrics and alarms. */
  figures?: ModuleFigures
  /** What it stores about people. */
  personalData?: PersonalData
}
