/** Everything the stand-ins are told from outside, read once from the environment. */
export type Settings = {
  host: string
  port: number
  /** The address under which a browser reaches this process, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** The shop's name as the provider's pages show it. */
  merchantName: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  webhookUrl: string | null
  webhookEvents: string[]
  /** Milliseconds before the first repeat of an unanswered webhook; each further wait is longer. */
  webhookRetryMs: number
  recordTo: string | null
}

type Environment = Record<string, string | undefined>

export function readSettings(env: Environment): Settings {
  const missing: string[] = []
  const required = (name: string) => {
    const value = env[name]?.trim()
    if (!value) missing.push(name)
    return value ?? ''
  }
  const port = Number(required('STAND_INS_PORT'))
  const host = env.STAND_INS_HOST || '127.0.0.1'
  const reachedAt = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const settings: Settings = {
    host,
    port,
    publicUrl: (env.STAND_INS_URL || `http://${reachedAt}:${port}`).replace(/\/+$/, ''),
    dataDir: required('DATA_DIR'),
    merchantName: env.STAND_INS_MERCHANT || 'Kohue',
    secretKey: required('STRIPE_SECRET_KEY'),
    publishableKey: required('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
    webhookUrl: env.WEBHOOK_URL || null,
    webhookEvents: (env.WEBHOOK_EVENTS || '*').split(',').map((type) => type.trim()),
    webhookRetryMs: Number(env.WEBHOOK_RETRY_MS || 1000),
    recordTo: env.RECORD_TO || null,
  }
  if (missing.length > 0)
    throw new Error(`The stand-ins need ${missing.join(', ')} in the environment.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new Error(
      `STAND_INS_PORT must be a port number below 65535, not “${env.STAND_INS_PORT}”.`,
    )
  }
  if (
    settings.webhookUrl !== null &&
    !/^https?:$/.test(URL.parse(settings.webhookUrl)?.protocol ?? '')
  ) {
    throw new Error(`WEBHOOK_URL must be an http address, not “${settings.webhookUrl}”.`)
  }
  return settings
}
