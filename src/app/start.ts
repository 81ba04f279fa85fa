import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { comparePrices } from '#checkout/compare-prices.actions.server.ts'
import { closePool, limitsStatements } from '#platform/database/connection.server.ts'

import { createHttpServer } from './app.ts'
import { awaitDatabase } from './await-database.ts'
import { bootstrap } from './bootstrap.ts'
import { CannotOpen } from './cannot-open.ts'
import type { DevMode } from './dev-mode.ts'
import type { Env } from './env.ts'
import { startWorker } from './jobs/worker.ts'
import { awaitMigrations } from './migrate/migrate.server.ts'
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
    if (dev) await server.ready()
    else if (!env.SHARE_PORT) await listen(server, env)
    await awaitDatabase(app.directPool, log)
    await awaitMigrations(app.directPool, log, () => (app.lacksMigrations = true))
    if (app.pool !== app.directPool) {
      await awaitDatabase(app.pool, log, 'DATABASE_POOLER_URL')
      if (!(await limitsStatements(app.pool))) throw new CannotOpen(unlimited)
    }
    await bootstrap(app, env)
    // Not awaited, so that the shop starts while the payment provider is unreachable.
    void comparePrices(app.services).catch((err: unknown) =>
      log.error({ err }, 'prices not compared'),
    )
    app.worker = await startWorker(app)
    // Before anybody is served: a process that starts in a rush must know of the line.
    await app.waitingRoom.start()
    if (app.lifecycle === 'opening') app.lifecycle = 'open'
    reporting = startReporting(app)
    // With a shared port a proxy can't exclude this process: until then the others serve.
    if (!dev && env.SHARE_PORT) await listen(server, env)
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

const unlimited =
  'DATABASE_POOLER_URL leads to a pooler that sets no statement_timeout: see connect_query in deploy/pgbouncer.ini'

/** What an operator has to mend before the server can listen, by the system's error code. */
const notListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT: another program listens on this port',
  EACCES: 'PORT: this user may not listen on a port below 1024',
  EADDRNOTAVAIL: 'HOST: this machine has no such address',
  ENOTFOUND: 'HOST: there is no machine of that name',
}

async function listen(server: FastifyInstance, env: Env): Promise<void> {
  const at = { host: env.HOST, port: env.PORT, ...(env.SHARE_PORT && { reusePort: true }) }
  await server.listen(at).catch((error: NodeJS.ErrnoException) => {
    const wrong = notListening[error.code ?? '']
    throw wrong ? new CannotOpen(`${wrong} (${error.code})`) : error
  })
}
