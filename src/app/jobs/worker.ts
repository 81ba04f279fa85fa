import type { TaskList } from 'graphile-worker'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'

import type { ModuleJobs } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { errorForLog } from '../observability/error-for-log.ts'
import { startEmailDelivery } from './deliver-emails.ts'
import { queuePool } from './queue-pool.ts'
import { jobs as jobsOfAll, schedule } from './schedule.ts'
import type { SendEmailServices } from './send-email.ts'

export type WorkerServices = {
  directPool: pg.Pool
  services: Services
  email: Pick<SendEmailServices, 'transport' | 'from' | 'site'> & { perMinute: number }
  /** What its jobs do; those of all modules, except in tests. */
  jobs?: ModuleJobs
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
  email,
  jobs = jobsOfAll,
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
  const runner = await run({
    pgPool: queuePool(directPool),
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' && !meta?.['failure']) log.error({}, message)
    }),
    taskList: tasksOf(jobs, services),
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

/**
 * What runs under each name of a job, those of earlier releases among them. The queue keeps and logs the message of what
 * it is thrown, so that gets none with the values of a statement.
 */
const tasksOf = (jobs: ModuleJobs, services: Services): TaskList =>
  Object.fromEntries(
    Object.entries(jobs).flatMap(([name, { run: runJob, earlierNames = [] }]) =>
      [name, ...earlierNames].map((one) => [
        one,
        async (payload) => {
          try {
            await runJob(services, payload as never)
          } catch (error) {
            services.log.error({ err: error, job: name }, 'background job failed')
            const { message, cause } = errorForLog(error)
            throw new Error(cause ? `${message}: ${cause.message}` : message, { cause: error })
          }
        },
      ]),
    ),
  )
