import { z } from 'zod'

import { ProviderUnavailable } from '#payments/payments.ts'
import type { ReconciliationCounts, Difference } from '#payments/reconciliation.rules.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { comparePages } from './compare-pages.actions.server.ts'
import { comparePayments } from './compare-payments.actions.server.ts'
import { compareRefunds } from './compare-refunds.actions.server.ts'
import {
  finishReconciliation,
  holdsOverdue,
  refundsWaiting,
  startReconciliation,
  stockDifferences,
} from './reconciliation.store.server.ts'

type ReconciliationRequest = {
  /** Who requested it; null for the nightly job. */
  requestedBy: string | null
  /** Length of the compared span, in days before now. */
  days?: number
  /** Minutes: what is younger is left out, as it may still be in progress. */
  graceMinutes?: number
  /** Limit for payments, refunds and payment pages, each. */
  most?: number
}

/** The services that the comparison needs; the command line creates only these. */
type ReconciliationServices = Pick<Services, 'db' | 'payments' | 'clock' | 'log'>

type ReconciliationOutcome = Outcome<
  'provider-away',
  {
    differences: Difference[]
    counts: ReconciliationCounts
    /** False when the limit was reached. */
    isWhole: boolean
  }
>

/** Longer than an authorisation lasts, and than most buyers take to dispute. */
const defaultDays = 35
const defaultGraceMinutes = 5
const defaultLimit = 20_000
/** Differences that are stored; their count is stored in any case. */
const storedDifferences = 200
/** Minutes after which a waiting refund is a difference. */
const refundGraceMinutes = 60

/**
 * Compares our orders, refunds, checkouts and stock with the provider's payments, refunds and pages, and
 * stores the differences for staff; it changes nothing else. Each difference is read again before it
 * counts. A failed run is stored too; `provider-away` when the provider is unavailable.
 */
export async function reconcile(
  services: ReconciliationServices,
  request: ReconciliationRequest,
): Promise<ReconciliationOutcome> {
  const { db, clock, log } = services
  const {
    days = defaultDays,
    requestedBy,
    graceMinutes = defaultGraceMinutes,
    most = defaultLimit,
  } = request
  const startedAt = clock()
  const to = new Date(startedAt.getTime() - graceMinutes * 60_000)
  const span = { from: new Date(to.getTime() - days * 24 * 60 * 60_000), to }
  const id = await startReconciliation(db, {
    requestedBy,
    startedAt,
    spanFrom: span.from,
    spanTo: span.to,
  })
  try {
    const payments = await comparePayments(services, span, most)
    const refunds = await compareRefunds(services, span, most)
    const pages = await comparePages(services, span, most)
    const differences = [
      ...payments.differences,
      ...refunds.differences,
      ...pages.differences,
      ...(await ownDifferences(services, graceMinutes)),
    ]
    const counts = { ...payments.counts, ...refunds.counts, ...pages.counts }
    const isWhole = payments.isWhole && refunds.isWhole && pages.isWhole
    await finishReconciliation(db, id, {
      finishedAt: clock(),
      counts,
      isWhole,
      differenceCount: differences.length,
      differences: differences.slice(0, storedDifferences),
    })
    if (differences.length > 0) {
      log.error(
        { reconciliation: id, differences: differences.length },
        'reconciliation found differences',
      )
    }
    return { ok: true, differences, counts, isWhole }
  } catch (error) {
    await finishReconciliation(db, id, { finishedAt: clock(), hasFailed: true })
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn(
      { err: error, reconciliation: id },
      'reconciliation failed: payment provider unavailable',
    )
    return { ok: false, reason: 'provider-away' }
  }
}

/** Differences within our own database, and refunds and holds that are overdue. */
async function ownDifferences(
  { db, clock }: ReconciliationServices,
  graceMinutes: number,
): Promise<Difference[]> {
  const before = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)
  const [waiting, overdue, stock] = await Promise.all([
    refundsWaiting(db, before(refundGraceMinutes), storedDifferences),
    holdsOverdue(db, before(graceMinutes), storedDifferences),
    stockDifferences(db),
  ])
  return [
    ...waiting.map(({ order, amountCents }): Difference => {
      return { kind: 'refund-waits', order, amount: amountCents }
    }),
    ...overdue.map((checkout): Difference => ({ kind: 'hold-left-open', checkout })),
    ...stock.flatMap(({ wine, held, heldCounted, sold, soldCounted }): Difference[] => [
      ...(held === heldCounted
        ? []
        : [{ kind: 'held-differs', wine, ours: held, counted: heldCounted } as const]),
      ...(sold === soldCounted
        ? []
        : [{ kind: 'sold-differs', wine, ours: sold, counted: soldCounted } as const]),
    ]),
  ]
}

/** Queues a reconciliation; a second request while one waits adds none. */
export const requestReconciliation = staffAction({
  needs: 'reconcile',
  log: null,
  form: z.object({}),
  run: async ({ tx, viewer }) =>
    queueJob(tx, 'reconcile', { requestedBy: viewer.email }, 'reconcile'),
  say: () => ({
    tone: 'info',
    sentence:
      'The reconciliation is running. Its result appears on this page; reload it if it does not.',
  }),
})
