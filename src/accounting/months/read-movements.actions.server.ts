import { z } from 'zod'

import { ProviderUnavailable } from '#payments/payments.ts'
import { text } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { isMonth, spanOfMonth } from '#platform/text/accounting-month.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { reconcile } from '../reconciliation/reconcile.actions.server.ts'
import { bookMovements, finishRead, lastRead, startRead } from './movements.store.server.ts'

type ReadServices = Pick<Services, 'db' | 'payments' | 'clock' | 'log' | 'settings'>

const day = 86_400_000
/** Days read again before the end of the last read: the provider may book a movement late. */
const overlapDays = 3
/** Seconds: younger movements are left for the next run, as more of the same second may follow. */
const graceSeconds = 60
/** More payments than a month of this shop ever has. */
const mostPayments = 200_000

/**
 * Reads the movements of the provider's balance since the last run, or since the beginning; with
 * `month`, from the start of that month. False when the provider is unavailable: the next run reads
 * them.
 */
export async function readMovements(
  services: ReadServices,
  { month }: { month?: AccountingMonth } = {},
): Promise<boolean> {
  const { db, payments, clock, log, settings } = services
  const startedAt = clock()
  const last = await lastRead(db)
  const since = last ? new Date(last.readTo.getTime() - overlapDays * day) : new Date(0)
  const asked = month ? spanOfMonth(month, settings.timeZone).from : since
  const span = {
    from: asked < since ? asked : since,
    to: new Date(Math.floor(startedAt.getTime() / 1000 - graceSeconds) * 1000),
  }
  const id = await startRead(db, { startedAt, readFrom: span.from, readTo: span.to })
  const dates = shopDates(settings.timeZone)
  const monthOf = (at: Date) => dates.isoDay(at).slice(0, 7)
  try {
    for await (const page of payments.movementPages(span)) {
      await db.transaction((tx) => bookMovements(tx, page, monthOf))
    }
    await finishRead(db, id, { finishedAt: clock(), hasFailed: false })
    return true
  } catch (error) {
    await finishRead(db, id, { finishedAt: clock(), hasFailed: true })
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, read: id }, 'reading movements failed: payment provider unavailable')
    return false
  }
}

/**
 * Reads the movements of a month again, then reconciles from its start to now. A background job.
 */
export async function prepareMonth(
  services: ReadServices,
  { month, requestedBy }: { month: AccountingMonth; requestedBy: string },
): Promise<void> {
  if (!(await readMovements(services, { month }))) return
  const { from } = spanOfMonth(month, services.settings.timeZone)
  const days = Math.ceil((services.clock().getTime() - from.getTime()) / day) + 1
  await reconcile(services, { requestedBy, days, most: mostPayments })
}

/** Key of the job that prepares a month. */
export const preparationKey = (month: AccountingMonth): string => `month ${month}`

/** Queues `prepareMonth`; a second request while one waits adds none. */
export const requestMonth = staffAction({
  needs: 'close-months',
  log: null,
  form: z.object({ month: text() }),
  async run({ tx, viewer }, { month }) {
    if (!isMonth(month)) return notThere()
    await queueJob(tx, 'prepare-month', { month, requestedBy: viewer.email }, preparationKey(month))
  },
})
