import { openDatabase, openPool } from '#data/connection.server.ts'
import type { DeskChanges } from '#data/desk-changes.server.ts'
import { listenToDesk } from '#data/desk-changes.server.ts'
import type { RunningWorker } from '#jobs/worker.ts'
import { centsFromDollars } from '#domain/money.ts'
import { betterAuthIdentity } from '#services/identity/better-auth.server.ts'
import type { Captcha } from '#services/identity/captcha.ts'
import { googleOidc } from '#services/identity/google-oidc.server.ts'
import type { Google } from '#services/identity/google.ts'
import { turnstileCaptcha } from '#services/identity/turnstile-captcha.server.ts'
import { stripePayments } from '#services/payments/stripe-payments.server.ts'
import type { Log, Parts, ShopSettings } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'
import { openShop } from '#use-cases/shop.ts'
import type pg from 'pg'

import { tellingAway } from './database-away.ts'
import type { Env } from './env.ts'
import { passwordPolicyOf } from './password-policy.ts'
import { allowedOrigins } from './security/allowed-origins.ts'
import type { PostOffice } from './wire-mail.ts'
import { openPostOffice } from './wire-mail.ts'

export type House = {
  pool: pg.Pool
  parts: Parts
  shop: Shop
  post: PostOffice
  changes: DeskChanges
  /** Opening while migrations run at boot, closing from the moment it is asked to stop. */
  standing: 'opening' | 'open' | 'closing'
  worker: RunningWorker | null
}

const settingsFrom = (env: Env): ShopSettings => ({
  publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
  taxPercent: env.CALIFORNIA_TAX_PERCENT,
  taxRateId: env.STRIPE_TAX_RATE_CALIFORNIA,
  priceIds: { 'malbec-2022': env.STRIPE_PRICE_CASE, 'malbec-2021-bottle': env.STRIPE_PRICE_BOTTLE },
  rateIds: {
    overnight: {
      1: env.STRIPE_RATE_OVERNIGHT_1,
      2: env.STRIPE_RATE_OVERNIGHT_2,
      3: env.STRIPE_RATE_OVERNIGHT_3,
    },
    ground: {
      1: env.STRIPE_RATE_GROUND_1,
      2: env.STRIPE_RATE_GROUND_2,
      3: env.STRIPE_RATE_GROUND_3,
    },
    pickup: { 1: env.STRIPE_RATE_LOCAL, 2: env.STRIPE_RATE_LOCAL, 3: env.STRIPE_RATE_LOCAL },
  },
  bottleRateIds: {
    ground: env.STRIPE_RATE_BOTTLE_GROUND,
    overnight: env.STRIPE_RATE_BOTTLE_OVERNIGHT,
  },
  paymentLinks: {
    ...(env.PAYMENT_LINK_OFFERING && { offering: env.PAYMENT_LINK_OFFERING }),
    ...(env.PAYMENT_LINK_OFFER1 && { offer1: env.PAYMENT_LINK_OFFER1 }),
  },
  bottlePrice: centsFromDollars(env.BOTTLE_PRICE),
  cardField: { scriptUrl: env.STRIPE_JS_URL, publicKey: env.STRIPE_PUBLISHABLE_KEY },
  hiddenViewAnswer: env.HIDDEN_VIEW_ANSWER,
  businessEmail: env.MAIL_BUSINESS,
  identity: {
    passwordPolicy: passwordPolicyOf(env),
    allowedOrigins: allowedOrigins(env),
  },
})

function googleFrom(env: Env): Google | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret) return null
  return googleOidc({
    clientId,
    clientSecret,
    discoveryUrl: env.GOOGLE_DISCOVERY_URL,
    publicUrl: env.PUBLIC_URL,
  })
}

function captchaFrom(env: Env): Captcha | null {
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env
  if (!siteKey || !secret) return null
  const { CAPTCHA_VERIFY_URL: verifyUrl, CAPTCHA_SCRIPT_URL: scriptUrl } = env
  return turnstileCaptcha({ siteKey, secret, verifyUrl, scriptUrl })
}

/** Everything the shop is made of, from the environment. The one place that picks adapters. */
export function wire(env: Env, log: Log): House {
  const pool = openPool(env.DATABASE_URL, env.DATABASE_POOL)
  const db = openDatabase(pool)
  const post = openPostOffice(env, db)
  const parts: Parts = {
    db,
    mail: post.parts,
    payments: stripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiBase: env.STRIPE_API_BASE,
    }),
    identity: betterAuthIdentity(db, { secret: env.AUTH_SECRET, publicUrl: env.PUBLIC_URL }),
    google: googleFrom(env),
    captcha: captchaFrom(env),
    clock: () => new Date(),
    settings: settingsFrom(env),
    log,
  }
  return {
    pool,
    parts,
    shop: tellingAway(openShop(parts)),
    post,
    changes: listenToDesk(env.DATABASE_URL),
    standing: 'opening',
    worker: null,
  }
}
