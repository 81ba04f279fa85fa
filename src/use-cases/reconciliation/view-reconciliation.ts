import type { Reconciliation } from '#data/reconciliation/reconciliation.ts'
import { latestReconciliations } from '#data/reconciliation/reconciliation.ts'
import { queueJob } from '#data/queue.ts'
import { may } from '#domain/admin/access.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'

export type ViewedReconciliation =
  | { ok: true; checks: Reconciliation[] }
  | { ok: false; reason: 'not-staff' }

const shownRuns = 15

/** The results of the latest reconciliations, newest first. Only for staff. */
export async function viewReconciliation(
  { db }: Services,
  viewer: Pick<Staff, 'role' | 'duties'>,
): Promise<ViewedReconciliation> {
  if (!may(viewer, 'reconcile')) return { ok: false, reason: 'not-staff' }
  return { ok: true, checks: await latestReconciliations(db, shownRuns) }
}

/** Queues a reconciliation; a second request while one waits adds none. Only for staff. */
export async function requestReconciliation(
  { db }: Services,
  viewer: Staff,
): Promise<{ ok: true } | { ok: false; reason: 'not-staff' }> {
  if (!may(viewer, 'reconcile')) return { ok: false, reason: 'not-staff' }
  await queueJob(db, 'reconcile', { requestedBy: viewer.email }, 'reconcile')
  return { ok: true }
}
