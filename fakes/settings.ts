/** Which servers to run: payments (with webhooks), mail (SMTP and inbox), google. */
export type FakeName = 'payments' | 'mail' | 'google'

/** All settings of the fake servers, read once from the environment. */
export type Settings = {
  fakes: ReadonlySet<FakeName>
  /** HTTP; SMTP listens on the next port, Google on the one after. */
  port: number
  /** The address under which a browser reaches this process, without a trailing slash. */
  publicUrl: string
  dataDir: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  webhookUrl: string | null
  webhookEvents: string[]
  /** Milliseconds before the first retry of a failed webhook; each further wait is longer. */
  webhookRetryMs: number
  /** A file to which each API call and its response is written, for the conformance check. */
  recordTo: string | null
}

type Environment = Record<string, string | undefined>

const allFakes: readonly FakeName[] = ['payments', 'mail', 'google']

/** The shop's name on the pages of the fake servers. */
export const merchantName = 'Kohue'

/** Throws an Error with one sentence where a setting is missing or wrong. */
export function readSettings(env: Environment): Settings {
  const missing: string[] = []
  const required = (name: string) => {
    const value = env[name]?.trim()
    if (!value) missing.push(name)
    return value ?? ''
  }
  const names = (env.FAKES || allFakes.join(',')).split(',')
  const fakes = new Set(allFakes.filter((name) => names.includes(name)))
  const ofPayments = (name: string) => (fakes.has('payments') ? required(name) : '')
  const port = Number(required('FAKES_PORT'))
  const settings: Settings = {
    fakes,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    dataDir: required('DATA_DIR'),
    secretKey: ofPayments('STRIPE_SECRET_KEY'),
    publishableKey: ofPayments('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: ofPayments('STRIPE_WEBHOOK_SECRET'),
    webhookUrl: env.WEBHOOK_URL || null,
    webhookEvents: (env.WEBHOOK_EVENTS || '*').split(',').map((type) => type.trim()),
    webhookRetryMs: Number(env.WEBHOOK_RETRY_MS || 1000),
    recordTo: env.RECORD_TO || null,
  }
  if (missing.length > 0)
    throw new Error(`The fake servers need ${missing.join(', ')} in the environment.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_533) {
    throw new Error(`FAKES_PORT must be a port number below 65534, not “${env.FAKES_PORT}”.`)
  }
  if (settings.webhookUrl && !/^https?:$/.test(URL.parse(settings.webhookUrl)?.protocol ?? '')) {
    throw new Error(`WEBHOOK_URL must be an http address, not “${settings.webhookUrl}”.`)
  }
  return settings
}
