import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'

import { startFakes, type FakeServers } from '#fakes/start.ts'

export type Provider = FakeServers & {
  stripe: Stripe
  dataDir: string
  /** Sets a fault switch. */
  fault: (rule: object) => Promise<void>
  resetFaults: () => Promise<void>
  /** Restarts the process on the same data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<Provider>
  remove: () => Promise<void>
}

type Options = {
  webhookUrl?: string
  env?: Record<string, string>
  dataDir?: string
  port?: number
}

export const subscriberOf = (fakes: FakeServers, config: Stripe.StripeConfig = {}) =>
  new Stripe(fakes.secretKey, {
    host: '127.0.0.1',
    port: fakes.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...config,
  })

/** Starts the fake servers on their own folder and ports, with the real SDK configured for them. */
export async function startProvider(options: Options = {}): Promise<Provider> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'fake servers-')))
  const env = { WEBHOOK_RETRY_MS: '10', ...options.env }
  const fakes = await startFakes({ ...options, dataDir, env })
  const post = async (method: string, rule?: object) => {
    const response = await fetch(`${fakes.url}/_faults`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: rule ? JSON.stringify(rule) : undefined,
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    ...fakes,
    stripe: subscriberOf(fakes),
    dataDir,
    fault: (rule) => post('POST', rule),
    resetFaults: () => post('DELETE'),
    restart: async (signal) => {
      await fakes.stop(signal)
      return startProvider({ ...options, dataDir, port: fakes.port })
    },
    remove: async () => {
      await fakes.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
