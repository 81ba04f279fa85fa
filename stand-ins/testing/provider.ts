import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { startStandIns, type StandIns } from '../start.ts'

export type Provider = StandIns & {
  stripe: Stripe
  dataDir: string
  /** Sets a switch of the fault switchboard. */
  fault: (rule: object) => Promise<void>
  resetFaults: () => Promise<void>
  /** Stops the process and starts it anew on the same data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<Provider>
  remove: () => Promise<void>
}

type Options = {
  webhookUrl?: string
  env?: Record<string, string>
  dataDir?: string
  port?: number
}

export const clientOf = (standIns: StandIns, config: Stripe.StripeConfig = {}) =>
  new Stripe(standIns.secretKey, {
    host: '127.0.0.1',
    port: standIns.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...config,
  })

/** The stand-ins on a folder and ports of their own, with the real SDK pointed at them. */
export async function startProvider(options: Options = {}): Promise<Provider> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'stand-ins-')))
  const env = { WEBHOOK_RETRY_MS: '10', ...options.env }
  const standIns = await startStandIns({ ...options, dataDir, env })
  const post = async (method: string, rule?: object) => {
    const response = await fetch(`${standIns.url}/_faults`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: rule ? JSON.stringify(rule) : undefined,
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    ...standIns,
    stripe: clientOf(standIns),
    dataDir,
    fault: (rule) => post('POST', rule),
    resetFaults: () => post('DELETE'),
    restart: async (signal) => {
      await standIns.stop(signal)
      return startProvider({ ...options, dataDir, port: standIns.port })
    },
    remove: async () => {
      await standIns.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
