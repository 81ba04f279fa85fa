import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { freePorts } from '#launch/free-ports.ts'

export type FakeServers = {
  url: string
  smtpUrl: string
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Empties them: what they stored and their faults. */
  empty: () => Promise<void>
  /** Ends the process by SIGTERM, or by SIGKILL. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

type Options = {
  dataDir: string
  port?: number
  webhookUrl?: string
  /** More of the environment, as the README lists it. */
  env?: Record<string, string>
}

/** Starts the fake servers in a process of their own, for tests; resolves once they respond. */
export async function startFakes({
  dataDir,
  port,
  webhookUrl,
  env = {},
}: Options): Promise<FakeServers> {
  const chosen = port ?? (await freePorts(2))
  const secretKey = env.STRIPE_SECRET_KEY ?? 'sk_test_fake'
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_fake'
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? 'whsec_fake'
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    // It exits when the tests close the IPC channel.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      RECORD_TO: process.env.RECORD_TO,
      FAKES: 'payments,mail',
      FAKES_PORT: String(chosen),
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      ...(webhookUrl ? { WEBHOOK_URL: webhookUrl } : {}),
      ...env,
    },
  })
  child.channel?.unref()
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${chosen}`
  await Promise.race([
    respond(`${url}/healthz`),
    ended.then(() => Promise.reject(new Error(`The fake servers exited at once: ${output}`))),
  ])
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${chosen + 1}`,
    port: chosen,
    secretKey,
    publishableKey,
    webhookSecret,
    empty: async () => {
      child.send('empty')
      await once(child, 'message')
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

async function respond(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
