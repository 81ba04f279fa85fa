import { openDatabase, openPool } from '#data/connection.server.ts'
import { centsFromDollars } from '#domain/money.ts'
import { betterAuthIdentity } from '#services/identity/better-auth.server.ts'
import { stripePayments } from '#services/payments/stripe-payments.server.ts'
import type { Log, Parts, ShopSettings } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'
import { openShop } from '#use-cases/shop.ts'
import type pg from 'pg'

import type { Env } from './env.ts'
import type { PostOffice } from './wire-mail.ts'
import { openPostOffice } from './wire-mail.ts'

export type House = {
  pool: pg.Pool
  parts: Parts
  shop: Shop
  post: PostOffice
  /** False while migrations run at boot, and again from the moment it stops. */
  isOpen: boolean
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
  bottlePrice: centsFromDollars(env.BOTTLE_PRICE),
  businessEmail: env.MAIL_BUSINESS,
})

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
    clock: () => new Date(),
    settings: settingsFrom(env),
    log,
  }
  return { pool, parts, shop: openShop(parts), post, isOpen: false }
}
