import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export type StandIns = {
  url: string
  smtpUrl: string
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Ends the process as SIGTERM does, or at once. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

type Options = {
  dataDir: string
  port?: number
  webhookUrl?: string
  /** More of the environment, as the README lists it. */
  env?: Record<string, string>
}

/** Starts the stand-ins as a process of their own, for tests; resolves once they answer. */
export async function startStandIns({
  dataDir,
  port,
  webhookUrl,
  env = {},
}: Options): Promise<StandIns> {
  const chosen = port ?? (await freePorts())
  const secretKey = env.STRIPE_SECRET_KEY ?? 'sk_test_stand_in'
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_stand_in'
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? 'whsec_stand_in'
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    // Over the channel it hears when the tests die, and ends too.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      RECORD_TO: process.env.RECORD_TO,
      STAND_INS_PORT: String(chosen),
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      ...(webhookUrl ? { WEBHOOK_URL: webhookUrl } : {}),
      ...env,
    },
  })
  child.channel?.unref()
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${chosen}`
  await Promise.race([
    answers(`${url}/healthz`),
    ended.then(() => Promise.reject(new Error(`The stand-ins ended at once: ${said}`))),
  ])
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${chosen + 1}`,
    port: chosen,
    secretKey,
    publishableKey,
    webhookSecret,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

let nextPort = 20_000 + ((process.pid * 40) % 12_000)

/**
 * A port that is free and whose next one is free too: SMTP listens there. Each process has its own
 * place to begin at, below the ports that systems hand out to connections: one of those might take
 * it before it is listened on.
 */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = nextPort
    nextPort = port > 31_900 ? 20_000 : port + 2
    if ((await tryPort(port)) !== null && (await tryPort(port + 1)) !== null) return port
  }
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}
