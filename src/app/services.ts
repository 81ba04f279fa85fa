import type pg from 'pg'

import type { Captcha } from '#accounts/captcha/captcha.ts'
import { turnstileCaptcha } from '#accounts/captcha/turnstile-captcha.adapter.server.ts'
import { googleOidc } from '#accounts/google/google-oidc.adapter.server.ts'
import type { Google } from '#accounts/google/google.ts'
import { webAuthnPasskeys } from '#accounts/passkeys/web-authn-passkeys.adapter.server.ts'
import { totpSecondFactor } from '#accounts/second-factor/totp-second-factor.server.ts'
import { betterAuthIdentity } from '#accounts/sign-in/better-auth.adapter.server.ts'
import { sharpPictures } from '#catalogue/pictures/sharp-pictures.server.ts'
import { sheetFiles } from '#catalogue/sheets/sheet-files.server.ts'
import { withDifferences } from '#order-changes/refund-differences.actions.server.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { stripePayments } from '#payments/stripe-payments.adapter.server.ts'
import { openDatabase, openPool, openPoolByPooler } from '#platform/database/connection.server.ts'
import type { ListChanges } from '#platform/list/list-changes.store.server.ts'
import { listenToListChanges } from '#platform/list/list-changes.store.server.ts'
import { keyedHashes } from '#platform/secrets/keyed-hashes.server.ts'
import type { Log, Services } from '#platform/services/services.ts'
import { fulfilment } from '#shipping/fulfilment.actions.server.ts'
import { pdfPackingPapers } from '#shipping/papers/pdf-packing-papers.server.ts'
import type { Carriers } from '#shipping/tracking/carriers.ts'
import { upsTracking } from '#shipping/tracking/ups-tracking.adapter.server.ts'
import type { WaitingRoom } from '#waiting-room/room.server.ts'
import { waitingRoom } from '#waiting-room/room.server.ts'

import { channels } from './channels.ts'
import type { EmailServices } from './email-services.ts'
import { createEmailServices } from './email-services.ts'
import type { Env } from './env.ts'
import type { Running } from './health.ts'
import { whyNotReady } from './health.ts'
import { personalData } from './modules.server.ts'
import type { LastMinutes } from './observability/last-minutes.ts'
import { lastMinutes } from './observability/last-minutes.ts'
import { settingsFrom } from './settings.ts'

export type App = Running & {
  /** Without the pooler, for migrations and the job queue, which need sessions. Without a pooler it is `pool`. */
  directPool: pg.Pool
  /** Of the waiting line alone, which has to move on while shoppers use every other connection. */
  linePool: pg.Pool
  services: Services
  email: EmailServices
  changes: ListChanges
  /** Metrics of the last minutes of this process. */
  recent: LastMinutes
  waitingRoom: WaitingRoom
}

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

/** Null where no carrier is configured: staff then track parcels by hand. */
const carriersFrom = (env: Env): Carriers | null =>
  env.UPS_CLIENT_ID && env.UPS_CLIENT_SECRET
    ? upsTracking({
        clientId: env.UPS_CLIENT_ID,
        clientSecret: env.UPS_CLIENT_SECRET,
        apiBase: env.UPS_API_BASE,
      })
    : null

/** One to listen for jobs, two to run them, one spare; a migration takes two. */
const queueConnections = 4

/** Those who arrive and enter lock the same row as the step of each second. Opened only in a rush. */
const lineConnections = 2

/** Creates the dependency container from the environment. Adapters are chosen here alone. */
export function createServices(env: Env, log: Log): App {
  const { DATABASE_URL: url, DATABASE_POOLER_URL: poolerUrl, DATABASE_POOL: size } = env
  const poolOf = (max: number) =>
    poolerUrl ? openPoolByPooler(poolerUrl, max) : openPool(url, max)
  const pool = poolOf(size)
  const linePool = poolOf(lineConnections)
  const directPool = poolerUrl ? openPool(url, queueConnections) : pool
  const db = openDatabase(pool)
  const email = createEmailServices(env, db)
  const services: Services = {
    db,
    mail: email.services,
    orderLinks: orderLinkTokens(env.AUTH_SECRET),
    fulfilment: withDifferences(fulfilment),
    channels,
    pictures: sharpPictures(),
    sheets: sheetFiles(),
    hashes: keyedHashes(env.DATA_SECRET),
    personalData,
    secondFactor: totpSecondFactor(env.DATA_SECRET),
    passkeys: webAuthnPasskeys({ secret: env.AUTH_SECRET, publicUrl: env.PUBLIC_URL }),
    papers: pdfPackingPapers(),
    payments: stripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiBase: env.STRIPE_API_BASE,
    }),
    carriers: carriersFrom(env),
    identity: betterAuthIdentity(db, { secret: env.AUTH_SECRET, publicUrl: env.PUBLIC_URL }),
    google: googleFrom(env),
    captcha: captchaFrom(env),
    whyNotReady: () => whyNotReady(app),
    clock: () => new Date(),
    settings: settingsFrom(env),
    log,
  }
  const changes = listenToListChanges(url)
  const app: App = {
    pool,
    directPool,
    linePool,
    services,
    email,
    changes,
    recent: lastMinutes(),
    waitingRoom: waitingRoom({
      db: openDatabase(linePool),
      changes,
      log,
      secret: env.AUTH_SECRET,
      publicUrl: env.PUBLIC_URL,
      capacity: env.WAITING_CAPACITY,
      connectionsWaitedFor: () => pool.waitingCount,
    }),
    lifecycle: 'opening',
    lacksMigrations: false,
    worker: null,
  }
  return app
}
