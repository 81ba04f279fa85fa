import { ratesFrom } from '#catalogue/prices/rate-settings.ts'
import { soldWines } from '#catalogue/wines/sold-wines.rules.ts'
import type { Site } from '#platform/http/context.ts'
import { shownSettings } from '#platform/http/context.ts'
import type { ShopSettings } from '#platform/services/services.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'

import type { Env } from './env.ts'
import { allowedOrigins } from './security/allowed-origins.ts'

/** What actions read of the environment. */
export const settingsFrom = (env: Env): ShopSettings => ({
  publicUrl: env.PUBLIC_URL,
  taxPercent: env.CALIFORNIA_TAX_PERCENT,
  taxRateId: env.STRIPE_TAX_RATE_CALIFORNIA,
  priceIds: Object.fromEntries(
    Object.entries(soldWines).map(([productId, { priceSetting }]) => [
      productId,
      env[priceSetting],
    ]),
  ),
  ...ratesFrom(env),
  paymentLinks: {
    ...(env.PAYMENT_LINK_OFFERING && { offering: env.PAYMENT_LINK_OFFERING }),
    ...(env.PAYMENT_LINK_OFFER1 && { offer1: env.PAYMENT_LINK_OFFER1 }),
  },
  bottlePrice: centsFromDollars(env.BOTTLE_PRICE),
  cardField: { scriptUrl: env.STRIPE_JS_URL, publicKey: env.STRIPE_PUBLISHABLE_KEY },
  timeZone: env.SHOP_TIME_ZONE,
  sendsEvidence: env.STRIPE_SEND_EVIDENCE,
  carrierPollMinutes: env.CARRIER_POLL_MINUTES,
  recordRetentionYears: env.RECORD_RETENTION_YEARS,
  hiddenViewAnswer: env.HIDDEN_VIEW_ANSWER,
  waitingCapacity: env.WAITING_CAPACITY,
  businessEmail: env.MAIL_BUSINESS,
  identity: {
    passwordPolicy: {
      minLength: env.PASSWORD_MIN_LENGTH,
      maxLength: env.PASSWORD_MAX_LENGTH,
      lowercase: env.PASSWORD_LOWERCASE,
      uppercase: env.PASSWORD_UPPERCASE,
      numeric: env.PASSWORD_NUMERIC,
      nonAlphanumeric: env.PASSWORD_OTHER,
      refuseCommon: env.PASSWORD_REFUSE_COMMON,
    },
    captchaFor: env.CAPTCHA_FOR,
    allowedOrigins: allowedOrigins(env),
  },
})

/** What pages may show of it. */
export const siteFrom = (
  env: Env,
  { passwordPolicy }: ShopSettings['identity'],
): Omit<Site, 'today'> => ({
  ...(Object.fromEntries(
    Object.entries(shownSettings).map(([shown, setting]) => [shown, env[setting]]),
  ) as Record<keyof typeof shownSettings, string>),
  legalApproved: env.LEGAL_APPROVED,
  signIn: {
    google: Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET),
    captcha:
      env.CAPTCHA_SITE_KEY && env.CAPTCHA_SECRET
        ? {
            siteKey: env.CAPTCHA_SITE_KEY,
            scriptUrl: env.CAPTCHA_SCRIPT_URL,
            places: env.CAPTCHA_FOR,
          }
        : null,
    passwordPolicy,
    allowedOrigins: allowedOrigins(env),
  },
  developerTools: env.DEVELOPER_TOOLS ?? env.NODE_ENV !== 'production',
  ...(env.REHEARSAL && { rehearsal: true }),
})
