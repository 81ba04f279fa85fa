import type { TaskList } from 'graphile-worker'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'

import type { Jobs } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Shop } from '#platform/services/shop.ts'

import { startEmailDelivery } from './deliver-emails.ts'
import { queuePool } from './queue-pool.ts'
import type { ScheduledJob } from './schedule.ts'
import { schedule, scheduledTasks } from './schedule.ts'
import type { SendEmailServices } from './send-email.ts'

export type WorkerServices = {
  directPool: pg.Pool
  services: Services
  shop: Shop
  email: Pick<SendEmailServices, 'transport' | 'from' | 'site'> & { perMinute: number }
}

/** Jobs that a process of an earlier release may have queued under another name. */
const earlierNames: Readonly<Record<string, keyof Jobs | ScheduledJob>> = {
  'check-books': 'reconcile',
  'write-recovery-letter': 'send-recovery-email',
  'erase-deleted-clients': 'erase-deleted-users',
  'erase-deleted-subscribers': 'erase-deleted-users',
  'tidy-identity': 'clean-up-sign-in',
  'reconcile-payments': 'settle-pending-payments',
  'ask-carriers': 'poll-carriers',
  'letter-bottles': 'label-bottles',
  'tend-releases': 'process-releases',
  'work-off-campaigns': 'process-campaigns',
  'work-off-grants': 'process-grants',
}

/** What each queued job does that is not in the schedule. One without a line in `queued` is a type error. */
type QueuedTasks = {
  [Name in Exclude<keyof Jobs, ScheduledJob>]: (payload: Jobs[Name]) => Promise<unknown>
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
  const queued: QueuedTasks = {
    'make-refund': ({ refundId }) => shop.makeRefund(refundId),
    'refund-reshipment': ({ checkoutId }) => shop.refundReshipment(checkoutId),
    'record-after-sale': ({ paymentId }) => shop.recordAfterSale(paymentId),
    'prepare-month': (payload) => shop.prepareMonth(payload),
    'sync-payment-customer': ({ userId }) => shop.syncPaymentCustomer(userId),
    'send-recovery-email': (payload) => shop.sendRecoveryEmail(payload.email),
    'send-campaign': ({ campaignId }) => shop.sendCampaign(campaignId),
    'send-login-link': (payload) => shop.sendLoginLink(payload),
    'continue-email-change': (payload) => shop.continueEmailChange(payload),
    'create-price': ({ productId }) => shop.createPrice(productId),
    'make-picture-sizes': ({ fileId }) => shop.makePictureSizes(fileId),
    'erase-subscriber': ({ subscriberId }) => shop.eraseSubscriber(subscriberId),
    'erase-deleted-users': () => shop.eraseDeletedUsersDue(),
  }
  const tasks = { ...queued, ...scheduledTasks({ shop, db }) }
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
