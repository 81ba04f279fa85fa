import closeWithGrace from 'close-with-grace'

import { CannotOpen } from './cannot-open.ts'
import type { Env } from './env.ts'
import { EnvError, readEnv } from './env.ts'
import { openLog } from './observability/log.ts'
import { startShop } from './start.ts'

const env = envOrExit()
const log = openLog(env.LOG_LEVEL)
const shop = await startShop(env, log)

/** Timeout of requests and jobs in progress, in milliseconds. */
const stopTimeout = 20_000

const closing = closeWithGrace(
  {
    delay: stopTimeout + env.SHUTDOWN_DELAY * 1_000,
    logger: { error: (what: unknown) => log.error({ err: new Error(String(what)) }, 'stopping') },
  },
  async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'uncaught error, shutting down')
    // /readyz tells the proxy to send no more requests; until it stops, all are served.
    await shop.close(signal ? env.SHUTDOWN_DELAY : 0)
  },
)

// Exits when the parent closes the IPC channel.
process.once('disconnect', () => closing.close())

await shop.opened.catch((error: unknown) => {
  if (!(error instanceof CannotOpen)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

function envOrExit(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
