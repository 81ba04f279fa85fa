import { availableParallelism } from 'node:os'

import { z } from 'zod'

import { captchaPlaces } from '#accounts/captcha/captcha.rules.ts'
import { defaultTaxPercent } from '#catalogue/destinations/tax.rules.ts'
import type { RateSetting } from '#catalogue/prices/rate-settings.ts'
import { rateSettings } from '#catalogue/prices/rate-settings.ts'
import { defaultBottlePrice } from '#catalogue/wines/sold-wines.rules.ts'
import { recordYears } from '#compliance/records/retention.rules.ts'
import { mailboxOf } from '#mail/mailbox.ts'
import { isTimeZone } from '#platform/text/dates.rules.ts'
import { shoppersPerCore } from '#waiting-room/line.rules.ts'

import { meantBy, missing } from './setting-names.ts'
import {
  address,
  atLeast,
  checked,
  copied,
  database,
  email,
  domain,
  flag,
  hostName,
  isGuessable,
  isWeakPassword,
  like,
  listOf,
  oneOf,
  origin,
  privateKey,
  protocolOf,
  proxies,
  smtp,
  whole,
  yesNo,
} from './setting-types.ts'

const isCaptchaPlace = (word: string) => captchaPlaces.some((place) => place === word)

/** Default of CAPTCHA_FOR. */
const usualCaptchaPlaces = 'sign-in,registration,recovery'

const mailServices = ['smtp', 'emailjs'] as const
type MailService = (typeof mailServices)[number]
const defaultMailService: MailService = 'smtp'

export type EmailJsMessage = 'JOIN' | 'CREATED' | 'CLICKER' | 'MULTI'
type EmailJsSetting = `EMAILJS_${EmailJsMessage}_${'SERVICE' | 'TEMPLATE' | 'INIT'}`

const emailJsSettings = (['JOIN', 'CREATED', 'CLICKER', 'MULTI'] as const).flatMap((message) =>
  (['SERVICE', 'TEMPLATE', 'INIT'] as const).map((id) => `EMAILJS_${message}_${id}` as const),
)

/** What production has to name, as a demo and a rehearsal have it. */
export const demoDefaults = {
  MAIL_FROM: 'Kohue <shop@kohue.example>',
  MAIL_BUSINESS: 'cellar@kohue.example',
  CONTACT_PHONE: '+1 (305) 555-0142',
  CONTACT_EMAIL: 'hello@kohue.example',
} as const

/** `HIDDEN_VIEW_ANSWER` of a demo. */
const defaultPreviewAnswer = 'tupungato'

/** `GOOGLE_CLIENT_SECRET` of the fake Google server. */
const fakeGoogleSecret = 'google-fake-secret'

/** Keys with which Turnstile, hCaptcha and reCAPTCHA let everybody through; from their documents. */
const captchaTestKeys =
  /^[123]x0{15,}[A-F]{2}$|^0x0{20,}$|^[1-3]0000000-ffff-ffff-ffff-0000000000|^6LeIxAcTAAAAA/i

const isSecureOrigin = (url: string) =>
  protocolOf(url) === 'https:' && URL.parse(url)?.origin === url.replace(/\/$/, '')

/** Keys and payment links with which money is moved. */
const isOfLiveMode = (value: string) => /^[a-z]+_live_/i.test(value)

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Every setting of the shop; `.env.example` explains them. A setting without a default is required:
 * outside production `npm start` sets it to the address of a fake server. Production also wants what
 * has a demo's default, and refuses what only a demo may have. A rehearsal of production takes fake
 * services and test keys, and refuses live ones.
 */
function settings(isProduction: boolean, isRehearsal = false) {
  /** In production it has to be given. */
  const inDemo = <T extends z.ZodType<string>>(type: T, fallback: string) =>
    isProduction ? type : type.default(fallback as never)
  /** In production, this is wrong with it. */
  const live = <T extends z.ZodType<string>>(
    type: T,
    wrongWith: (value: string) => string | false | undefined,
  ) =>
    type.superRefine((value, { addIssue }) => {
      const wrong = isProduction && wrongWith(value)
      if (wrong) addIssue(wrong)
    })
  const web = (example: string) =>
    live(
      isProduction ? z.string() : address(example),
      (url) => protocolOf(url) !== 'https:' && 'must begin with https:',
    )
  /** A service for which a rehearsal has a fake one on this machine. */
  const service = (example: string) => (isRehearsal ? address(example) : web(example))
  const secret = (type = atLeast(32)) =>
    live(type, (value) => isGuessable(value) && 'can be guessed: use 32 random bytes')
  const demoFlag = (wrong: string) => flag.refine((isOn) => !(isProduction && isOn), wrong)
  const fakeOnly = (wrong: string) =>
    live(address('http://127.0.0.1:3001'), () => !isRehearsal && wrong).optional()
  const stripe = (prefix: string, what: string) =>
    live(
      z.string(),
      (id) =>
        !(id.startsWith(prefix) && /^\S+$/.test(id.slice(prefix.length))) &&
        `is not ${what}, which begins with ${prefix}`,
    )
  const stripeKey = (kinds: RegExp, what: string) =>
    live(z.string(), (key) => {
      if (isRehearsal) return isOfLiveMode(key) && 'is a live key, which a rehearsal refuses'
      if (/^[a-z]+_test_/i.test(key)) return 'is a test key'
      return !kinds.test(key) && `is not ${what}`
    })
  const paymentLink = live(web('https://buy.stripe.com/…'), (url) => {
    const isOfTestMode = URL.parse(url)?.pathname.startsWith('/test_')
    if (isRehearsal) return !isOfTestMode && 'is a live link, which a rehearsal refuses'
    return isOfTestMode && 'is a link of test mode'
  }).optional()
  const captchaKey = live(
    z.string(),
    (key) => !isRehearsal && captchaTestKeys.test(key) && 'is a test key',
  ).optional()

  return z.object({
    NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
    REHEARSAL: flag.refine((isOn) => isProduction || !isOn, 'goes with NODE_ENV=production'),
    HOST: hostName.default('0.0.0.0'),
    PORT: whole(0, 65_535).default(3000),
    PUBLIC_URL: live(origin, (url) => protocolOf(url) !== 'https:' && 'must begin with https:'),
    TRUSTED_PROXIES: isProduction ? proxies : proxies.optional(),
    SHARE_PORT: flag,
    COUNT_QUERIES: flag,
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    DEVELOPER_TOOLS: yesNo.refine((isOn) => !(isProduction && isOn), 'must be off').optional(),
    SHUTDOWN_DELAY: whole(0, 60).default(0),
    METRICS_TOKEN: live(
      atLeast(16),
      (token) => isGuessable(token, 40) && 'can be guessed: use 32 random bytes',
    ).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: address('http://collector:4318').optional(),

    DATABASE_URL: database,
    DATABASE_POOLER_URL: database.optional(),
    WAITING_CAPACITY: whole(0, 100_000).default(availableParallelism() * shoppersPerCore),
    /** Background jobs listen on one connection, and a migration takes two. */
    DATABASE_POOL: whole(4, 1_000).default(10),
    AUTH_SECRET: secret(),
    DATA_SECRET: secret(),
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: live(
      atLeast(6),
      (password) =>
        isWeakPassword(password) && 'needs 12 characters or more and must not be a common password',
    ).optional(),
    SEED_DEMO: demoFlag('makes demo accounts with a known password'),

    ALLOWED_ORIGINS: checked((origins) => {
      const list = listOf(origins)
      if (!list.every((one) => protocolOf(one)))
        return 'is not a list of addresses such as https://kohue.example'
      const isSecure = !isProduction || list.every(isSecureOrigin)
      return !isSecure && 'must be addresses that begin with https: and have no path'
    }).optional(),
    PASSWORD_MIN_LENGTH: whole(6, 64).default(6),
    PASSWORD_MAX_LENGTH: whole(64, 256).default(256),
    PASSWORD_LOWERCASE: flag,
    PASSWORD_UPPERCASE: flag,
    PASSWORD_NUMERIC: flag,
    PASSWORD_OTHER: flag,
    PASSWORD_REFUSE_COMMON: flag,
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: live(
      z.string(),
      (word) => !isRehearsal && word === fakeGoogleSecret && 'is the fake Google server’s',
    ).optional(),
    GOOGLE_DISCOVERY_URL: service(
      'https://accounts.google.com/.well-known/openid-configuration',
    ).default('https://accounts.google.com/.well-known/openid-configuration'),
    CAPTCHA_SITE_KEY: captchaKey,
    CAPTCHA_SECRET: captchaKey,
    CAPTCHA_FOR: z
      .string()
      .default(usualCaptchaPlaces)
      .transform((words) => words.split(',').map((word) => word.trim()))
      .refine((words) => words.every(isCaptchaPlace), `takes ${captchaPlaces.join(', ')}`)
      .transform((words) => words.filter(isCaptchaPlace) as (typeof captchaPlaces)[number][]),
    CAPTCHA_VERIFY_URL: service('https://captcha.example/verify').default(
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    ),
    CAPTCHA_SCRIPT_URL: service('https://captcha.example/api.js').default(
      'https://challenges.cloudflare.com/turnstile/v0/api.js',
    ),

    STRIPE_SECRET_KEY: stripeKey(
      /^(sk|rk)_live_\S+$/,
      'a secret key, which begins with sk_live_ or rk_live_',
    ),
    STRIPE_PUBLISHABLE_KEY: stripeKey(
      /^pk_live_\S+$/,
      'a publishable key, which begins with pk_live_',
    ),
    STRIPE_WEBHOOK_SECRET: live(
      stripe('whsec_', 'the signing secret of an endpoint'),
      (key) =>
        /^whsec_./.test(key) &&
        isGuessable(key.slice('whsec_'.length), 60) &&
        'can be guessed: the provider makes it',
    ),
    STRIPE_API_BASE: fakeOnly('is for a fake payment server only'),
    STRIPE_JS_URL: service('https://js.stripe.com/…').default(
      'https://js.stripe.com/dahlia/stripe.js',
    ),
    STRIPE_SEND_EVIDENCE: flag,
    STRIPE_PRICE_CASE: stripe('price_', 'a price'),
    STRIPE_PRICE_BOTTLE: stripe('price_', 'a price'),
    STRIPE_TAX_RATE_CALIFORNIA: stripe('txr_', 'a tax rate'),
    ...(Object.fromEntries(
      rateSettings.map((name) => [name, stripe('shr_', 'a shipping rate')]),
    ) as Record<RateSetting, z.ZodString>),
    PAYMENT_LINK_OFFERING: paymentLink,
    PAYMENT_LINK_OFFER1: paymentLink,
    CALIFORNIA_TAX_PERCENT: like(/^\d+(\.\d+)?$/, 'is not a percentage such as 7.25')
      .transform(Number)
      .refine((percent) => percent <= 20, 'is more than 20 percent')
      .refine((percent) => percent === 0 || percent >= 1, 'is less than 1 percent: write 7.25')
      .default(defaultTaxPercent),
    BOTTLE_PRICE: like(
      /^(?!0+(\.0+)?$)\d{1,5}(\.\d{1,2})?$/,
      'is not an amount in dollars such as 150',
    ).default(defaultBottlePrice),

    UPS_CLIENT_ID: z.string().optional(),
    UPS_CLIENT_SECRET: z.string().optional(),
    UPS_API_BASE: fakeOnly('is for a fake carrier only'),
    CARRIER_POLL_MINUTES: whole(1, 1_440).default(120),
    RECORD_RETENTION_YEARS: whole(recordYears.least, recordYears.most).default(recordYears.usual),

    MAIL_SERVICE: oneOf(mailServices).default(defaultMailService),
    SMTP_URL: live(smtp, (url) => {
      const { hostname, searchParams } = new URL(url)
      const isPlain = searchParams.get('tls') === 'off' && !loopback.test(hostname)
      return isPlain && 'must use TLS: leave out ?tls=off'
    }).optional(),
    DKIM_DOMAIN: domain.optional(),
    DKIM_SELECTOR: like(/^[\w.-]+$/, 'is not a selector such as shop').optional(),
    DKIM_PRIVATE_KEY: privateKey.optional(),
    EMAILJS_PRIVATE_KEY: z.string().optional(),
    ...(Object.fromEntries(emailJsSettings.map((name) => [name, z.string().optional()])) as Record<
      EmailJsSetting,
      z.ZodOptional<z.ZodString>
    >),
    MAIL_FROM: inDemo(
      checked(
        (text) => mailboxOf(text) === null && 'is not a sender such as Kohue <shop@kohue.example>',
      ),
      demoDefaults.MAIL_FROM,
    ),
    MAIL_BUSINESS: inDemo(email, demoDefaults.MAIL_BUSINESS),
    MAILS_PER_MINUTE: whole(0).default(600),
    MAILS_PER_ADDRESS: whole(0).default(20),
    MAIL_BLOCK_LIST: checked(
      (list) =>
        !listOf(list).every((one) => /^([^\s@*]+@)?([a-z0-9-]+\.)+[a-z]{2,}$/i.test(one)) &&
        'is not a list of addresses and domains such as a@b.example, c.example',
    ).optional(),
    MAIL_BLOCK_HEADLESS: flag,
    POSTAL_ADDRESS: z.string().optional(),
    BOUNCE_SECRET: secret().optional(),

    CONTACT_PHONE: inDemo(z.string(), demoDefaults.CONTACT_PHONE),
    CONTACT_EMAIL: inDemo(email, demoDefaults.CONTACT_EMAIL),
    LEGAL_APPROVED: flag,
    RESPONSIBILITY_URL: web('https://www.responsibility.org/').default(
      'https://www.responsibility.org/',
    ),
    SHOP_TIME_ZONE: checked(
      // PST and the like are an hour off in PostgreSQL's summer.
      (name) =>
        !(isTimeZone(name) && /^UTC$|\//.test(name)) &&
        'is not a time zone such as America/Los_Angeles',
    ).default('America/Los_Angeles'),
    PAGE_TITLE: z.string().default('Kohue'),
    REDIRECT_FLAG: flag,
    BRAND_URL: web('https://kohue.example').optional(),
    HIDDEN_VIEW_ANSWER: live(
      inDemo(z.string(), defaultPreviewAnswer),
      (answer) => answer.trim().toLowerCase() === defaultPreviewAnswer && 'is the default answer',
    ),
  })
}

export const envSchema = settings(false)
const productionSchema = settings(true)
const rehearsalSchema = settings(true, true)

/** Names that are read elsewhere: by the launcher of a demo, and by the collector's library. */
const otherSettings = ['FAKES_PORT', 'DATA_DIR']

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
  return needed.filter((name) => !source[name]).map((name) => missing(name, source))
}

/** The captcha, Google and the carrier each need two settings, or none. */
function pairErrors(source: Record<string, string | undefined>): string[] {
  const pairs = [
    ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['UPS_CLIENT_ID', 'UPS_CLIENT_SECRET'],
  ] as const
  const errors = pairs.flatMap(([one, other]) => {
    if (Boolean(source[one]) === Boolean(source[other])) return []
    return source[one] ? [`${other} is missing`] : [`${one} is missing`]
  })
  // Without the password the account was made earlier; alone it would make none.
  if (source['ADMIN_PASSWORD'] && !source['ADMIN_EMAIL']) errors.push('ADMIN_EMAIL is missing')
  if (source['CAPTCHA_SECRET'] && source['CAPTCHA_SECRET'] === source['CAPTCHA_SITE_KEY']) {
    errors.push('CAPTCHA_SECRET is the site key, which everybody can read')
  }
  if (source['CAPTCHA_FOR'] && !source['CAPTCHA_SITE_KEY']) {
    errors.push('CAPTCHA_SITE_KEY is missing')
  }
  return errors
}

/** The amounts of a case and of a bottle differ. */
function priceErrors(source: Record<string, string | undefined>): string[] {
  const isSame = source['STRIPE_PRICE_BOTTLE'] === source['STRIPE_PRICE_CASE']
  return source['STRIPE_PRICE_CASE'] && isSame
    ? ['STRIPE_PRICE_BOTTLE is the price of the case']
    : []
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

const secrets = ['AUTH_SECRET', 'DATA_SECRET', 'BOUNCE_SECRET', 'METRICS_TOKEN'] as const

/** What leaks with one must not open another. */
function secretErrors(source: Record<string, string | undefined>, isProduction: boolean): string[] {
  if (!isProduction) return []
  return secrets.flatMap((name, at) => {
    const same = secrets
      .slice(0, at)
      .find((other) => source[name] && source[name] === source[other])
    if (!same) return []
    const why = same === 'AUTH_SECRET' ? ', which is changed when it leaks' : ''
    return [`${name} must be another than ${same}${why}`]
  })
}

/** A setting that is misspelled would be taken as absent. */
function nameErrors(source: Record<string, string | undefined>): string[] {
  const known = [...Object.keys(envSchema.shape), ...otherSettings]
  return Object.keys(source).flatMap((name) => {
    const meant = meantBy(name, known)
    return meant ? [`${name} is not a setting: ${meant} is`] : []
  })
}

/** The settings of the environment. Throws an EnvError that lists everything missing or wrong. */
export function readEnv(environment: Record<string, string | undefined>): Env {
  // An empty value counts as absent: `.env` files and containers write both.
  const source = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  )
  const isProduction = source['NODE_ENV'] === 'production'
  const isRehearsal = ['true', '1'].includes(source['REHEARSAL'] ?? '')
  const schema = isRehearsal ? rehearsalSchema : productionSchema
  const result = (isProduction ? schema : envSchema).safeParse(source)
  const errors = Object.keys(envSchema.shape).flatMap((name) => {
    const wrong = copied(source[name] ?? '')
    if (wrong) return [`${name} ${wrong}`]
    const issues = result.error?.issues.filter(({ path }) => path[0] === name) ?? []
    return issues.map(({ message }) =>
      source[name] ? `${name} ${message}` : missing(name, source),
    )
  })
  errors.push(
    ...mailErrors(source),
    ...pairErrors(source),
    ...priceErrors(source),
    ...brandErrors(source),
    ...secretErrors(source, isProduction),
    ...nameErrors(source),
  )
  if (errors.length > 0 || !result.success) throw new EnvError([...new Set(errors)])
  return result.data
}
