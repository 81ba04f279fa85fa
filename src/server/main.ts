import { setTimeout as pause } from 'node:timers/promises'

import closeWithGrace from 'close-with-grace'

import { migrateDatabase } from '#data/migrate.server.ts'
import { startWorker } from '#jobs/worker.ts'

import { openApp } from './app.ts'
import { awaitDatabase } from './await-database.ts'
import type { Env } from './env.ts'
import { EnvError, readEnv } from './env.ts'
import { furnish } from './furnish.ts'
import { openLog } from './observability/log.ts'
import { wire } from './wire.ts'

const env = envOrExit()
const log = openLog(env.LOG_LEVEL)
const house = wire(env, log)
const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('./observability/tracing.ts')).startTracing(house)
  : null
const app = await openApp({ env, house, logger: log, tracing })

/** What is under way may take this long to end, in milliseconds. */
const patience = 20_000

const closing = closeWithGrace(
  {
    delay: patience + env.SHUTDOWN_DELAY * 1_000,
    logger: { error: (what: unknown) => log.error({ err: new Error(String(what)) }, 'stopping') },
  },
  async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'the shop fell')
    house.standing = 'closing'
    // A proxy learns from /readyz that it should send nobody any more; until then all are served.
    if (signal) await pause(env.SHUTDOWN_DELAY * 1_000)
    await app.close()
    await house.changes.close()
    await house.worker?.stop()
    house.post.mailer.close()
    await tracing?.stop()
    await house.pool.end()
  },
)

// A launcher that dies without a word takes its shop with it.
process.once('disconnect', () => closing.close())

const at = { host: env.HOST, port: env.PORT, ...(env.SHARE_PORT && { reusePort: true }) }
if (!env.SHARE_PORT) await app.listen(at)
await awaitDatabase(house.pool, log)
await migrateDatabase(house.pool)
await furnish(house, env)
house.worker = await startWorker(house)
if (house.standing === 'opening') house.standing = 'open'
// Behind one port nobody can be told to wait for this process: the others serve until it is open.
if (env.SHARE_PORT) await app.listen(at)
log.info({ port: env.PORT }, 'the shop is open')

function envOrExit(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
