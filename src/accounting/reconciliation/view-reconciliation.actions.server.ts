import type { Reconciliation } from './reconciliation.store.server.ts'
import { latestReconciliations } from './reconciliation.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

const shownRuns = 15

/** The results of the latest reconciliations, newest first. Only for staff. */
export async function viewReconciliation(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { checks: Reconciliation[] }>> {
  if (!may(viewer, 'reconcile')) return { ok: false, reason: 'not-staff' }
  return { ok: true, checks: await latestReconciliations(db, shownRuns) }
}

/** Queues a reconciliation; a second request while one waits adds none. Only for staff. */
export async function requestReconciliation(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff'>> {
  if (!may(viewer, 'reconcile')) return { ok: false, reason: 'not-staff' }
  await queueJob(db, 'reconcile', { requestedBy: viewer.email }, 'reconcile')
  return { ok: true }
}
