import closeWithGrace from 'close-with-grace'
import pino from 'pino'

import { migrateDatabase } from '#data/migrate.server.ts'
import { startWorker } from '#jobs/worker.ts'

import { openApp } from './app.ts'
import type { Env } from './env.ts'
import { EnvError, readEnv } from './env.ts'
import { furnish } from './furnish.ts'
import { wire } from './wire.ts'

const env = envOrExit()
const log = pino({
  level: env.LOG_LEVEL,
  redact: {
    paths: [
      '*.email',
      '*.password',
      '*.token',
      '*.cookie',
      '*.authorization',
      'err.cause',
      'err.params',
    ],
    remove: true,
  },
})
const house = wire(env, log)
const app = await openApp({ env, house, logger: log })

const closing = closeWithGrace(
  { delay: 20_000, logger: { error: (error: unknown) => log.error(error as object, 'stopping') } },
  async ({ err }) => {
    if (err) log.fatal({ err }, 'the shop fell')
    house.isOpen = false
    await app.close()
    await worker?.stop()
    house.post.mailer.close()
    await house.pool.end()
  },
)

// A launcher that dies without a word takes its shop with it.
process.once('disconnect', () => closing.close())

let worker: Awaited<ReturnType<typeof startWorker>> | undefined

await app.listen({ host: env.HOST, port: env.PORT, ...(env.SHARE_PORT && { reusePort: true }) })
await migrateDatabase(house.pool)
await furnish(house, env)
worker = await startWorker(house)
house.isOpen = true
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
