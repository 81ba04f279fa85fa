import type { TaskList } from 'graphile-worker'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'

import type { Jobs } from '#data/queue.ts'
import { freeStuckJobs } from '#data/queue.ts'
import type { Services } from '#use-cases/services.ts'
import type { Shop } from '#use-cases/shop.ts'

import { startEmailDelivery } from './deliver-emails.ts'
import { queuePool } from './queue-pool.ts'
import type { ScheduledJob } from './schedule.ts'
import { schedule } from './schedule.ts'
import type { SendEmailServices } from './send-email.ts'

export type WorkerServices = {
  directPool: pg.Pool
  services: Services
  shop: Shop
  email: Pick<SendEmailServices, 'transport' | 'from' | 'site'> & { perMinute: number }
}

/** The longest a job runs, in minutes; a lock older than this is a crashed process's. */
const longestJobMinutes = 10

/** Jobs that a process of an earlier release may have queued under another name. */
const earlierNames: Readonly<Record<string, keyof Tasks>> = {
  'check-books': 'reconcile',
  'write-recovery-letter': 'send-recovery-email',
  'erase-deleted-clients': 'erase-deleted-subscribers',
  'tidy-identity': 'clean-up-sign-in',
  'reconcile-payments': 'settle-pending-payments',
  'ask-carriers': 'poll-carriers',
  'letter-bottles': 'label-bottles',
  'tend-releases': 'process-releases',
  'work-off-campaigns': 'process-campaigns',
  'work-off-grants': 'process-grants',
}

/** What each job does. A job that has no line in `tasks` is a type error. */
type Tasks = {
  [Name in keyof Jobs | ScheduledJob]: (
    payload: Name extends keyof Jobs ? Jobs[Name] : Record<string, never>,
  ) => Promise<unknown>
}

export type RunningWorker = {
  /** False once the queue has stopped by itself: this process should be restarted. */
  isRunning(): boolean
  stop(): Promise<void>
}

/** Starts background jobs and email delivery in this process. Several processes share the work. */
export async function startWorker({
  directPool,
  services,
  shop,
  email,
}: WorkerServices): Promise<RunningWorker> {
  const { db, log } = services
  const delivery = startEmailDelivery(
    {
      db,
      log,
      random: Math.random,
      tokens: services.mail.tokens,
      hashes: services.hashes,
      ...email,
    },
    { perMinute: email.perMinute },
  )
  const tasks: Tasks = {
    'make-refund': ({ refundId }) => shop.makeRefund(refundId),
    'refund-reshipment': ({ checkoutId }) => shop.refundReshipment(checkoutId),
    'record-after-sale': ({ paymentId }) => shop.recordAfterSale(paymentId),
    // The nightly run has no payload.
    reconcile: ({ requestedBy = null }: Partial<Jobs['reconcile']>) =>
      shop.reconcile({ requestedBy }),
    'read-movements': () => shop.readMovements(),
    'prepare-month': (payload) => shop.prepareMonth(payload),
    'sync-payment-customer': ({ userId }) => shop.syncPaymentCustomer(userId),
    'send-recovery-email': (payload) => shop.sendRecoveryEmail(payload.email),
    'send-campaign': ({ campaignId }) => shop.sendCampaign(campaignId),
    'process-campaigns': () => shop.processCampaigns(),
    'send-login-link': (payload) => shop.sendLoginLink(payload),
    'continue-email-change': (payload) => shop.continueEmailChange(payload),
    'create-price': ({ productId }) => shop.createPrice(productId),
    'create-missing-prices': () => shop.createMissingPrices(),
    'make-picture-sizes': ({ fileId }) => shop.makePictureSizes(fileId),
    'label-bottles': () => shop.labelBottles(),
    'erase-subscriber': ({ subscriberId }) => shop.eraseSubscriber(subscriberId),
    'erase-deleted-subscribers': () => shop.eraseDeletedSubscribers(),
    'erase-deleted-users': () => shop.eraseDeletedUsersDue(),
    'erase-unpaid': () => shop.eraseUnpaid(),
    'find-duplicates': () => shop.findDuplicates(),
    'clean-up-consents': () => shop.cleanUpConsents(),
    'clean-up-sign-in': () => shop.cleanUpSignIn(),
    'settle-pending-payments': () => shop.settlePendingPayments(),
    'process-releases': () => shop.processReleases(),
    'open-timed-tasks': () => shop.openTimedTasks(),
    'repair-tasks': () => shop.repairTasks(),
    'keep-running-totals': () => shop.keepRunningTotals(),
    'watch-alarms': () => shop.watchAlarms(),
    'process-grants': () => shop.processGrants(),
    'delete-old-attempts': () => shop.deleteOldAttempts(),
    'delete-old-emails': () => shop.deleteOldEmails(),
    'update-shipments': async () => {
      await shop.recomputeReadiness()
      await shop.remindOfShipments()
    },
    'answer-disputes': () => shop.answerDisputes(),
    'poll-carriers': () => shop.pollCarriers(),
    'delete-old-handover-files': () => shop.deleteOldHandoverFiles(),
    'adopt-guest-orders': () => shop.adoptGuestOrders(),
    'free-stuck-jobs': () => freeStuckJobs(db, longestJobMinutes),
  }
  const renamed = Object.entries(earlierNames).map(([name, now]) => [name, tasks[now]])
  const runner = await run({
    pgPool: queuePool(directPool),
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') services.log.error({ job: meta?.['job'] ? true : undefined }, message)
    }),
    taskList: { ...tasks, ...Object.fromEntries(renamed) } as TaskList,
    parsedCronItems: parseCronItems([...schedule]),
  })
  let isRunning = true
  const ended = () => {
    isRunning = false
  }
  runner.promise.then(ended, ended)
  return {
    isRunning: () => isRunning,
    async stop() {
      await Promise.all([runner.stop(), delivery.stop()])
    },
  }
}
