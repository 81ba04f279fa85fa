import { defaultBottlePrice } from '#catalogue/wines/sold-wines.rules.ts'
import { defaultTaxPercent } from '#catalogue/destinations/tax.rules.ts'
import { z } from 'zod'

import { captchaPlaces } from '#accounts/captcha/captcha.rules.ts'
import { isTimeZone } from '#platform/text/dates.rules.ts'
import { mailboxOf } from '#mail/mailbox.ts'
import type { RateSetting } from '#catalogue/prices/rate-settings.ts'
import { rateSettings } from '#catalogue/prices/rate-settings.ts'

import { defaultPreviewAnswer, productionErrors } from './production-settings.ts'

const yesNo = z
  .enum(['true', 'false', '1', '0'])
  .transform((word) => word === 'true' || word === '1')
const flag = yesNo.default(false)

const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const dollarAmount = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'is not an amount in dollars')

const isCaptchaPlace = (word: string) => captchaPlaces.some((place) => place === word)

/** Default of CAPTCHA_FOR. */
const usualCaptchaPlaces = 'sign-in,registration,recovery'

const mailServices = ['smtp', 'emailjs'] as const
type MailService = (typeof mailServices)[number]
const defaultMailService: MailService = 'smtp'

const shippingRateSettings = Object.fromEntries(
  rateSettings.map((name) => [name, z.string().min(1)]),
) as Record<RateSetting, z.ZodString>

export type EmailJsMessage = 'JOIN' | 'CREATED' | 'CLICKER' | 'MULTI'
type EmailJsSetting = `EMAILJS_${EmailJsMessage}_${'SERVICE' | 'TEMPLATE' | 'INIT'}`

const emailJsSettings = (['JOIN', 'CREATED', 'CLICKER', 'MULTI'] as const).flatMap((message) =>
  (['SERVICE', 'TEMPLATE', 'INIT'] as const).map((id) => `EMAILJS_${message}_${id}` as const),
)

/**
 * Every setting of the shop; `.env.example` explains them. A setting without a default is required:
 * outside production `npm start` sets it to the address of a fake server.
 */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  TRUSTED_PROXIES: z.string().optional(),
  SHARE_PORT: flag,
  COUNT_QUERIES: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DEVELOPER_TOOLS: yesNo.optional(),
  SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(60).default(0),
  METRICS_TOKEN: z.string().min(16, 'needs 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),

  DATABASE_URL: z.url(),
  DATABASE_POOLER_URL: z.url().optional(),
  /** Background jobs listen on one connection, and a migration takes two. */
  DATABASE_POOL: z.coerce.number().int().min(4).default(10),
  AUTH_SECRET: z.string().min(32, 'needs 32 characters or more'),
  DATA_SECRET: z.string().min(32, 'needs 32 characters or more'),
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
  CAPTCHA_FOR: z
    .string()
    .default(usualCaptchaPlaces)
    .transform((words) => words.split(',').map((word) => word.trim()))
    .refine((words) => words.every(isCaptchaPlace), `takes ${captchaPlaces.join(', ')}`)
    .transform((words) => words.filter(isCaptchaPlace) as (typeof captchaPlaces)[number][]),
  CAPTCHA_VERIFY_URL: z.url().default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  CAPTCHA_SCRIPT_URL: z.url().default('https://challenges.cloudflare.com/turnstile/v0/api.js'),

  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_JS_URL: z.url().default('https://js.stripe.com/dahlia/stripe.js'),
  STRIPE_SEND_EVIDENCE: flag,
  STRIPE_PRICE_CASE: z.string().min(1),
  STRIPE_PRICE_BOTTLE: z.string().min(1),
  STRIPE_TAX_RATE_CALIFORNIA: z.string().min(1),
  ...shippingRateSettings,
  PAYMENT_LINK_OFFERING: z.url().optional(),
  PAYMENT_LINK_OFFER1: z.url().optional(),
  CALIFORNIA_TAX_PERCENT: z.coerce.number().min(0).max(20).default(defaultTaxPercent),
  BOTTLE_PRICE: dollarAmount.default(defaultBottlePrice),

  UPS_CLIENT_ID: z.string().optional(),
  UPS_CLIENT_SECRET: z.string().optional(),
  UPS_API_BASE: z.url().optional(),
  CARRIER_POLL_MINUTES: z.coerce.number().int().min(1).max(1_440).default(120),

  MAIL_SERVICE: z.enum(mailServices).default(defaultMailService),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  EMAILJS_PRIVATE_KEY: z.string().optional(),
  ...(Object.fromEntries(emailJsSettings.map((name) => [name, z.string().optional()])) as Record<
    EmailJsSetting,
    z.ZodOptional<z.ZodString>
  >),
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
  BOUNCE_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),

  CONTACT_PHONE: z.string().default('+1 (305) 555-0142'),
  CONTACT_EMAIL: z.email().default('hello@kohue.example'),
  LEGAL_APPROVED: flag,
  RESPONSIBILITY_URL: z.url().default('https://www.responsibility.org/'),
  SHOP_TIME_ZONE: z
    .string()
    .default('America/Los_Angeles')
    .refine(isTimeZone, 'is not a time zone such as America/Los_Angeles'),
  PAGE_TITLE: z.string().default('Kohue'),
  REDIRECT_FLAG: flag,
  BRAND_URL: z.url().optional(),
  HIDDEN_VIEW_ANSWER: z.string().default(defaultPreviewAnswer),
})

export type Env = z.infer<typeof envSchema>

/** Has every error of the environment, one line each, without the values. */
export class EnvError extends Error {
  readonly errors: string[]

  constructor(errors: string[]) {
    const lines = errors.map((line) => `  ${line}`).join('\n')
    super(`The shop can't start. Settings missing or wrong:\n${lines}`)
    this.errors = errors
  }
}

/** What each email transport requires. Without it every email would fail after the boot. */
const requiredByTransport = {
  smtp: ['SMTP_URL'],
  emailjs: emailJsSettings,
} as const satisfies Record<MailService, readonly string[]>

const dkim = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']

/** Settings that the chosen transport lacks. The schema reports an unknown transport. */
function mailErrors(source: Record<string, string | undefined>): string[] {
  const chosen = source['MAIL_SERVICE'] ?? defaultMailService
  const service = mailServices.find((name) => name === chosen)
  const needed = [
    ...(service ? requiredByTransport[service] : []),
    ...(dkim.some((name) => source[name]) ? dkim : []),
  ]
  return needed.filter((name) => !source[name]).map((name) => `${name} is missing`)
}

/** The captcha and Google each need two settings, or none. */
function pairErrors(source: Record<string, string | undefined>): string[] {
  const pairs = [
    ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ] as const
  const errors = pairs.flatMap(([one, other]) => {
    if (Boolean(source[one]) === Boolean(source[other])) return []
    return source[one] ? [`${other} is missing`] : [`${one} is missing`]
  })
  if (source['CAPTCHA_FOR'] && !source['CAPTCHA_SITE_KEY']) {
    errors.push('CAPTCHA_SITE_KEY is missing')
  }
  return errors
}

/** The brand redirect needs a URL of another origin. */
function brandErrors(source: Record<string, string | undefined>): string[] {
  if (!['true', '1'].includes(source['REDIRECT_FLAG'] ?? '')) return []
  const brand = source['BRAND_URL']
  if (!brand) return ['BRAND_URL is missing']
  const originOf = (url: string | undefined) => URL.parse(url ?? '')?.origin
  const isOurs = originOf(brand) !== undefined && originOf(brand) === originOf(source['PUBLIC_URL'])
  return isOurs ? ['BRAND_URL is the shop itself'] : []
}

/** The settings of the environment. Throws an EnvError that lists everything missing or wrong. */
export function readEnv(environment: Record<string, string | undefined>): Env {
  // An empty value counts as absent: `.env` files and containers write both.
  const source = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const result = envSchema.safeParse(source)
  const errors = result.success
    ? []
    : result.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return source[name] ? `${name} ${issue.message}` : `${name} is missing`
      })
  errors.push(...mailErrors(source), ...pairErrors(source), ...brandErrors(source))
  if (source.NODE_ENV === 'production') errors.push(...productionErrors(source))
  if (errors.length > 0 || !result.success) throw new EnvError([...new Set(errors)])
  return result.data
}
