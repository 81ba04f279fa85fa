import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { allocationList } from './allocations/allocation-list.store.server.ts'
import { releaseFigures } from './figures.server.ts'
import { releasesJobs } from './jobs.server.ts'
import { releasesLog } from './log.copy.ts'
import { releasesParts } from './parts.rules.ts'
import { releasesPersonalData } from './personal-data.server.ts'
import { releaseMails } from './release/mails.rules.ts'
import { releaseList } from './release/release-list.store.server.ts'
import { releasesTasks } from './tasks.server.ts'

export const releases: Module = {
  figures: releaseFigures,
  parts: releasesParts,
  log: releasesLog,
  jobs: releasesJobs,
  tasks: releasesTasks,
  mails: [mailsOf(releaseMails, async () => (await import('./release/mails.tsx')).releaseEmails)],
  lists: [allocationList, releaseList],
  personalData: releasesPersonalData,
}
