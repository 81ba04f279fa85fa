import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { checkPooler, closePool } from '#platform/database/connection.server.ts'
import { awaitMigrations } from './migrate/migrate.server.ts'
import { startWorker } from './jobs/worker.ts'

import { createHttpServer } from './app.ts'
import { awaitDatabase } from './await-database.ts'
import { bootstrap } from './bootstrap.ts'
import type { DevMode } from './dev-mode.ts'
import type { Env } from './env.ts'
import type { Reporting } from './observability/process-reports.ts'
import { startReporting } from './observability/process-reports.ts'
import { createServices } from './services.ts'

type RunningShop = {
  server: FastifyInstance
  /** Resolves once the shop takes requests; rejects when it can't. */
  opened: Promise<void>
  /** Finishes requests and jobs in progress, after `delay` seconds in which /readyz responds `closing`. */
  close(delay?: number): Promise<void>
}

/** Starts HTTP server, migrations and background jobs. In development the server does not listen. */
export async function startShop(env: Env, log: Logger, dev?: DevMode): Promise<RunningShop> {
  const app = createServices(env, log)
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./observability/tracing.ts')).startTracing(app)
    : null
  const server = await createHttpServer({ env, app, logger: log, tracing, dev })

  let reporting: Reporting | null = null
  async function open(): Promise<void> {
    const at = { host: env.HOST, port: env.PORT, ...(env.SHARE_PORT && { reusePort: true }) }
    if (dev) await server.ready()
    else if (!env.SHARE_PORT) await server.listen(at)
    await awaitDatabase(app.directPool, log)
    await awaitMigrations(app.directPool, log, () => (app.lacksMigrations = true))
    if (app.pool !== app.directPool) {
      await awaitDatabase(app.pool, log, 'DATABASE_POOLER_URL')
      await checkPooler(app.pool)
    }
    await bootstrap(app, env)
    // Not awaited, so that the shop starts while the payment provider is unreachable.
    void app.shop.comparePrices().catch((err: unknown) => log.error({ err }, 'prices not compared'))
    app.worker = await startWorker(app)
    // Before anybody is served: a process that starts in a rush must know of the line.
    await app.waitingRoom.start()
    if (app.lifecycle === 'opening') app.lifecycle = 'open'
    reporting = startReporting(app)
    // With a shared port a proxy can't exclude this process: until then the others serve.
    if (!dev && env.SHARE_PORT) await server.listen(at)
    log.info({ port: env.PORT }, 'server ready')
  }

  return {
    server,
    opened: open(),
    async close(delay = 0) {
      app.lifecycle = 'closing'
      if (delay > 0) await pause(delay * 1_000)
      await server.close()
      await app.waitingRoom.stop()
      await app.changes.close()
      await reporting?.stop()
      await app.worker?.stop()
      app.email.transport.close()
      await tracing?.stop()
      await closePool(app.linePool)
      await closePool(app.pool)
      if (app.directPool !== app.pool) await closePool(app.directPool)
    },
  }
}
