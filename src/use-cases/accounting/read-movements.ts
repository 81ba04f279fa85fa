import { bookMovements, finishRead, lastRead, startRead } from '#data/accounting/movements.ts'
import { queueJob } from '#data/queue.ts'
import type { AccountingMonth } from '#domain/accounting/accounting-month.ts'
import { isMonth, spanOfMonth } from '#domain/accounting/accounting-month.ts'
import { may } from '#domain/admin/access.ts'
import { shopDates } from '#domain/dates.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { reconcile } from '#use-cases/reconciliation/reconcile.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type ReadServices = Pick<Services, 'db' | 'payments' | 'clock' | 'log' | 'settings'>

const day = 86_400_000
/** What was read this long before is read again: the provider may book something late. */
const overlapDays = 3
/** Seconds: younger movements are left for the next time, as others may still be added to them. */
const graceSeconds = 60
/** More payments than a month of this shop ever has. */
const mostPayments = 200_000

/**
 * Reads what moved the provider's balance since the last time, or since the beginning; with a month,
 * that month again. Returns false when the provider is unavailable: the next time reads it.
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

/** Reads the movements of a month again, and compares all of its span with the provider. */
export async function prepareMonth(
  services: ReadServices,
  { month, requestedBy }: { month: AccountingMonth; requestedBy: string },
): Promise<void> {
  if (!(await readMovements(services, { month }))) return
  const { from } = spanOfMonth(month, services.settings.timeZone)
  const days = Math.ceil((services.clock().getTime() - from.getTime()) / day) + 1
  await reconcile(services, { requestedBy, days, most: mostPayments })
}

/** Queues the reading and the comparison of a month; a second request while one waits adds none. */
export async function requestMonth(
  { db }: Services,
  viewer: Staff,
  month: string,
): Promise<Outcome<'not-staff' | 'gone'>> {
  if (!may(viewer, 'close-months')) return { ok: false, reason: 'not-staff' }
  if (!isMonth(month)) return { ok: false, reason: 'gone' }
  await queueJob(db, 'prepare-month', { month, requestedBy: viewer.email }, `month ${month}`)
  return { ok: true }
}
