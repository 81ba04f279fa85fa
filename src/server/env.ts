import { z } from 'zod'

import { mailboxOf } from '#services/mail/mailbox.ts'

const yesNo = z
  .enum(['true', 'false', '1', '0'])
  .transform((word) => word === 'true' || word === '1')
const flag = yesNo.default(false)

const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const dollarAmount = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'is not an amount in dollars')

/**
 * Every setting of the shop, one line each; `.env.example` tells what they mean. What has no
 * default must be given: outside production `npm start` fills it in with a stand-in's.
 */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url(),
  TRUSTED_PROXIES: z.string().optional(),
  SHARE_PORT: flag,
  COUNT_QUERIES: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DEVELOPER_TOOLS: yesNo.optional(),
  SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(60).default(0),
  METRICS_TOKEN: z.string().min(16, 'needs 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),

  DATABASE_URL: z.url(),
  /** The queue listens on one of them, and a migration takes two. */
  DATABASE_POOL: z.coerce.number().int().min(4).default(10),
  AUTH_SECRET: z.string().min(32, 'needs 32 characters or more'),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).optional(),
  SEED_DEMO: flag,

  ALLOWED_ORIGINS: z.string().optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6),
  PASSWORD_MAX_LENGTH: z.coerce.number().int().min(64).max(256).default(256),
  PASSWORD_LOWERCASE: flag,
  PASSWORD_UPPERCASE: flag,
  PASSWORD_NUMERIC: flag,
  PASSWORD_OTHER: flag,
  PASSWORD_REFUSE_COMMON: flag,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_DISCOVERY_URL: z
    .url()
    .default('https://accounts.google.com/.well-known/openid-configuration'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: z.url().default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  CAPTCHA_SCRIPT_URL: z.url().default('https://challenges.cloudflare.com/turnstile/v0/api.js'),

  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_JS_URL: z.url().default('https://js.stripe.com/dahlia/stripe.js'),
  STRIPE_PRICE_CASE: z.string().min(1),
  STRIPE_PRICE_BOTTLE: z.string().min(1),
  STRIPE_TAX_RATE_CALIFORNIA: z.string().min(1),
  STRIPE_RATE_LOCAL: z.string().min(1),
  STRIPE_RATE_GROUND_1: z.string().min(1),
  STRIPE_RATE_GROUND_2: z.string().min(1),
  STRIPE_RATE_GROUND_3: z.string().min(1),
  STRIPE_RATE_OVERNIGHT_1: z.string().min(1),
  STRIPE_RATE_OVERNIGHT_2: z.string().min(1),
  STRIPE_RATE_OVERNIGHT_3: z.string().min(1),
  STRIPE_RATE_BOTTLE_GROUND: z.string().min(1),
  STRIPE_RATE_BOTTLE_OVERNIGHT: z.string().min(1),
  PAYMENT_LINK_OFFERING: z.url().optional(),
  PAYMENT_LINK_OFFER1: z.url().optional(),
  CALIFORNIA_TAX_PERCENT: z.coerce.number().min(0).max(20).default(7.25),
  BOTTLE_PRICE: dollarAmount.default('150'),

  MAIL_SERVICE: z.enum(['smtp', 'emailjs']).default('smtp'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  EMAILJS_PRIVATE_KEY: z.string().optional(),
  EMAILJS_JOIN_SERVICE: z.string().optional(),
  EMAILJS_JOIN_TEMPLATE: z.string().optional(),
  EMAILJS_JOIN_INIT: z.string().optional(),
  EMAILJS_CREATED_SERVICE: z.string().optional(),
  EMAILJS_CREATED_TEMPLATE: z.string().optional(),
  EMAILJS_CREATED_INIT: z.string().optional(),
  EMAILJS_CLICKER_SERVICE: z.string().optional(),
  EMAILJS_CLICKER_TEMPLATE: z.string().optional(),
  EMAILJS_CLICKER_INIT: z.string().optional(),
  EMAILJS_MULTI_SERVICE: z.string().optional(),
  EMAILJS_MULTI_TEMPLATE: z.string().optional(),
  EMAILJS_MULTI_INIT: z.string().optional(),
  MAIL_FROM: z
    .string()
    .default('Kohue <shop@kohue.example>')
    .refine(
      (text) => mailboxOf(text) !== null,
      'is not a sender such as Kohue <shop@kohue.example>',
    ),
  MAIL_BUSINESS: z.email().default('cellar@kohue.example'),
  MAILS_PER_MINUTE: count(600),
  MAILS_PER_ADDRESS: count(20),
  MAIL_BLOCK_LIST: z.string().optional(),
  MAIL_BLOCK_HEADLESS: flag,
  POSTAL_ADDRESS: z.string().optional(),

  CONTACT_PHONE: z.string().default('+1 (305) 555-0142'),
  CONTACT_EMAIL: z.email().default('hello@kohue.example'),
  RESPONSIBILITY_URL: z.url().default('https://www.responsibility.org/'),
  PAGE_TITLE: z.string().default('Kohue'),
  REDIRECT_FLAG: flag,
  BRAND_URL: z.url().optional(),
  HIDDEN_VIEW_ANSWER: z.string().default('tupungato'),
})

export type Env = z.infer<typeof envSchema>

/** Thrown with every fault of the environment at once, one line each, values left out. */
export class EnvError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(
      `The shop can't start. Settings missing or wrong:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/** What only production insists on: there a demo's default must not slip in. */
const ownInProduction = ['MAIL_FROM', 'MAIL_BUSINESS', 'CONTACT_PHONE', 'CONTACT_EMAIL'] as const

/** What a way of sending mail can't do without; EmailJS says itself what it misses while trying. */
const ownOfMail = {
  smtp: ['SMTP_URL'],
  emailjs: [],
} as const

/** In production nothing is found out by trying. */
const ownOfMailInProduction = {
  smtp: [],
  emailjs: ['JOIN', 'CREATED', 'CLICKER', 'MULTI'].flatMap((message) =>
    ['SERVICE', 'TEMPLATE', 'INIT'].map((id) => `EMAILJS_${message}_${id}`),
  ),
} as const

const dkim = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']

function mailFaults(source: Record<string, string | undefined>): string[] {
  const service = source['MAIL_SERVICE'] === 'emailjs' ? 'emailjs' : 'smtp'
  const isProduction = source['NODE_ENV'] === 'production'
  const needed = [
    ...ownOfMail[service],
    ...(isProduction ? ownOfMailInProduction[service] : []),
    ...(dkim.some((name) => source[name]) ? dkim : []),
  ]
  return needed.filter((name) => !source[name]).map((name) => `${name} is missing`)
}

/** Public pages can't lead nowhere, nor back to themselves. */
function brandFaults(source: Record<string, string | undefined>): string[] {
  if (!['true', '1'].includes(source['REDIRECT_FLAG'] ?? '')) return []
  const brand = source['BRAND_URL']
  if (!brand) return ['BRAND_URL is missing']
  const originOf = (url: string | undefined) => URL.parse(url ?? '')?.origin
  const isOurs = originOf(brand) !== undefined && originOf(brand) === originOf(source['PUBLIC_URL'])
  return isOurs ? ['BRAND_URL is the shop itself'] : []
}

/** Reads the environment, or throws an EnvError that lists all that is missing or wrong. */
export function readEnv(environment: Record<string, string | undefined>): Env {
  // An empty value counts as absent: `.env` files and containers write both.
  const source = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const result = envSchema.safeParse(source)
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return source[name] ? `${name} ${issue.message}` : `${name} is missing`
      })
  faults.push(...mailFaults(source), ...brandFaults(source))
  if (source.NODE_ENV === 'production') {
    for (const name of ownInProduction) if (!source[name]) faults.push(`${name} is missing`)
    if (source.GOOGLE_DISCOVERY_URL?.startsWith('http:')) {
      faults.push('GOOGLE_DISCOVERY_URL points at a stand-in')
    }
    if (source.PUBLIC_URL?.startsWith('http:')) faults.push('PUBLIC_URL must begin with https:')
    for (const name of ['CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'] as const) {
      if (source[name]?.startsWith('http:')) faults.push(`${name} points at a stand-in`)
    }
    if (source.STRIPE_API_BASE) faults.push('STRIPE_API_BASE points at a stand-in')
  }
  if (faults.length > 0 || !result.success) throw new EnvError([...new Set(faults)])
  return result.data
}
