import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'

import type { Jobs } from '#data/queue.ts'
import { freeStuckJobs } from '#data/queue.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'

import { startMailPump } from './mail-pump.ts'
import type { SendMailParts } from './send-mail.ts'

export type WorkerParts = {
  pool: pg.Pool
  parts: Parts
  shop: Shop
  post: Pick<SendMailParts, 'mailer' | 'from' | 'house'> & { perMinute: number }
}

/** Longest that any duty takes, in minutes; a job held longer was held by a process that fell. */
const longestDuty = 10

export type RunningWorker = {
  /** False once the queue has ended by itself: this process should be restarted. */
  isRunning(): boolean
  stop(): Promise<void>
}

/** Starts the queue's duties and the mail in this process. Several processes share the work. */
export async function startWorker({
  pool,
  parts,
  shop,
  post,
}: WorkerParts): Promise<RunningWorker> {
  const { db, log } = parts
  const pump = startMailPump(
    { db, log, random: Math.random, tokens: parts.mail.tokens, ...post },
    { perMinute: post.perMinute },
  )
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') parts.log.error({ job: meta?.['job'] ? true : undefined }, message)
    }),
    taskList: {
      'make-refund': (payload) => shop.makeRefund((payload as Jobs['make-refund']).refundId),
      'record-after-sale': async (payload) => {
        await shop.recordAfterSale((payload as Jobs['record-after-sale']).paymentId)
      },
      'check-books': async (payload) => {
        // Every night nobody asks.
        const { askedBy = null } = payload as Partial<Jobs['check-books']>
        await shop.checkBooks({ askedBy })
      },
      'sync-payment-customer': (payload) =>
        shop.syncPaymentCustomer((payload as Jobs['sync-payment-customer']).userId),
      'write-recovery-letter': (payload) =>
        shop.writeRecoveryLetter((payload as Jobs['write-recovery-letter']).email),
      'erase-deleted-clients': () => shop.eraseDeleted(),
      'erase-deleted-users': () => shop.eraseUsers(),
      'erase-unpaid': () => shop.eraseUnpaid(),
      'tidy-identity': () => shop.tidyIdentity(),
      'reconcile-payments': () => shop.reconcilePayments(),
      'forget-attempts': () => shop.forgetAttempts(),
      'forget-letters': () => shop.forgetLetters(),
      'free-stuck-jobs': () => freeStuckJobs(db, longestDuty),
    },
    parsedCronItems: parseCronItems([
      { task: 'check-books', match: '10 9 * * *', options: { backfillPeriod: 0 } },
      { task: 'tidy-identity', match: '17 4 * * *', options: { backfillPeriod: 0 } },
      { task: 'reconcile-payments', match: '* * * * *', options: { backfillPeriod: 0 } },
      { task: 'forget-attempts', match: '20 * * * *', options: { backfillPeriod: 0 } },
      { task: 'forget-letters', match: '40 8 * * *', options: { backfillPeriod: 0 } },
      { task: 'erase-unpaid', match: '50 8 * * *', options: { backfillPeriod: 0 } },
      { task: 'free-stuck-jobs', match: '* * * * *', options: { backfillPeriod: 0 } },
    ]),
  })
  let isRunning = true
  const ended = () => {
    isRunning = false
  }
  runner.promise.then(ended, ended)
  return {
    isRunning: () => isRunning,
    async stop() {
      await Promise.all([runner.stop(), pump.stop()])
    },
  }
}
