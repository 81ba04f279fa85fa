import type { Runner } from 'graphile-worker'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'

import type { Jobs } from '#data/queue.ts'
import type { Mailer } from '#services/mail/mail.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'

import { sendMail } from './send-mail.ts'

export type WorkerParts = {
  pool: pg.Pool
  parts: Parts
  shop: Shop
  mailer: Mailer
  mailFrom: string
}

/** Starts the queue's duties in this process. Several processes share the work. */
export function startWorker({ pool, parts, shop, mailer, mailFrom }: WorkerParts): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') parts.log.error({ job: meta?.['job'] ? true : undefined }, message)
    }),
    taskList: {
      'send-mail': (payload, helpers) =>
        sendMail(
          { db: parts.db, mailer, from: mailFrom, publicUrl: parts.settings.publicUrl },
          (payload as Jobs['send-mail']).mailId,
          helpers.job.attempts >= helpers.job.max_attempts,
        ),
      'refund-order': (payload) => shop.refundOrder((payload as Jobs['refund-order']).orderId),
      'sync-payment-customer': (payload) =>
        shop.syncPaymentCustomer((payload as Jobs['sync-payment-customer']).userId),
      'reconcile-payments': () => shop.reconcilePayments(),
      'forget-attempts': () => shop.forgetAttempts(),
    },
    parsedCronItems: parseCronItems([
      { task: 'reconcile-payments', match: '* * * * *', options: { backfillPeriod: 0 } },
      { task: 'forget-attempts', match: '20 * * * *', options: { backfillPeriod: 0 } },
    ]),
  })
}
