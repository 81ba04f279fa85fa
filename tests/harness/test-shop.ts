import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import pg from 'pg'
import type { Stripe } from 'stripe'
import { inject } from 'vitest'

import { captchaPlaces } from '#accounts/captcha/captcha.rules.ts'
import { webAuthnPasskeys } from '#accounts/passkeys/web-authn-passkeys.adapter.server.ts'
import { totpSecondFactor } from '#accounts/second-factor/totp-second-factor.server.ts'
import { betterAuthIdentity } from '#accounts/sign-in/better-auth.adapter.server.ts'
import { defaultPasswordPolicy } from '#accounts/sign-in/password-policy.rules.ts'
import { insertUserWithPassword, userById } from '#accounts/users/users.store.server.ts'
import { channels } from '#app/channels.ts'
import { personalData } from '#app/modules.server.ts'
import { sharpPictures } from '#catalogue/pictures/sharp-pictures.server.ts'
import { setUpProvider } from '#catalogue/prices/provider-setup.server.ts'
import type { RateSetting } from '#catalogue/prices/rate-settings.ts'
import { ratesFrom } from '#catalogue/prices/rate-settings.ts'
import { sheetFiles } from '#catalogue/sheets/sheet-files.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { seedCatalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { bounceSignature } from '#mail/bounces/bounce-signature.server.ts'
import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { sendRules } from '#mail/send-rules.ts'
import { withDifferences } from '#order-changes/refund-differences.actions.server.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { openStripe } from '#payments/stripe-calls.adapter.server.ts'
import { stripePayments } from '#payments/stripe-payments.adapter.server.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { keyedHashes } from '#platform/secrets/keyed-hashes.server.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'
import { fulfilment } from '#shipping/fulfilment.actions.server.ts'
import { pdfPackingPapers } from '#shipping/papers/pdf-packing-papers.server.ts'
import type { Shop } from '#tests/harness/shop.ts'
import { createShop } from '#tests/harness/shop.ts'

import { openProvider } from './provider.ts'
import { testLog } from './test-log.ts'

export type TestShop = {
  db: Database
  databaseUrl: string
  services: Services
  shop: Shop
  /** The provider's API, called directly. */
  stripe: Stripe
  /** The member's customer at the payment provider. */
  customerOf(userId: string): Promise<string | null>
  /** Advances the shop's clock. */
  pass(minutes: number): void
  close(): Promise<void>
}

/** The shop's BOUNCE_SECRET. */
export const testBounceSecret = 'a secret for bounces of the tests, long'

/** Keyed hashes, as with the shop's DATA_SECRET. */
export const testHashes = keyedHashes('another secret of the tests, long enough')

/** A database without tables. */
export const emptyDatabase = () => newDatabase('template0')

async function newDatabase(from: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = inject('databaseUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: template.replace(/\/kohue$/, '/postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name} template ${from} strategy file_copy`)
  return {
    url: template.replace(/\/kohue$/, `/${name}`),
    drop: () => admin(`drop database ${name} with (force)`),
  }
}

/** A database for this file alone, migrated and with the seeded wines. */
export async function openTestDatabase(): Promise<{
  db: Database
  url: string
  close: () => Promise<void>
}> {
  const { url, drop } = await newDatabase('kohue')
  const pool = openPool(url, 10)
  const db = openDatabase(pool)
  await seedCatalogue(db, 15_000)
  return {
    db,
    url,
    async close() {
      await pool.end()
      await drop()
    },
  }
}

/** The whole shop on a real database, with the fake payment server, and no HTTP. */
export async function openTestShop(): Promise<TestShop> {
  const [{ db, url: databaseUrl, close }, fakes] = await Promise.all([
    openTestDatabase(),
    openProvider(),
  ])
  const keys = { secretKey: fakes.secretKey, apiBase: fakes.url }
  const stripe = openStripe(keys)
  const ids = await setUpProvider(stripe, { taxPercent: 7.25, bottlePrice: '150' })
  let ahead = 0
  const services: Services = {
    db,
    payments: stripePayments({ ...keys, webhookSecret: fakes.webhookSecret }),
    identity: betterAuthIdentity(db, {
      secret: 'a secret of the tests, long enough',
      publicUrl: 'http://localhost:3000',
    }),
    mail: {
      rules: sendRules({
        blockHeadless: false,
        blockList: [],
        allowance: null,
      }),
      tokens: mailingListTokens('a secret of the tests, long enough'),
      whatIsMissing: () => null,
      isReachable: async () => true,
      perMinute: 600,
      bounces: bounceSignature(testBounceSecret),
      isSigned: false,
      site: {
        publicUrl: 'http://localhost:3000',
        accountUrl: 'http://localhost:3000/members',
        ordersUrl: 'http://localhost:3000/members?view=orders',
        winesUrl: 'http://localhost:3000/ourwines',
        phone: '+1 305 555 0142',
        timeZone: 'America/Los_Angeles',
        email: 'hello@kohue.example',
        postalAddress: '1 Cellar Road, Miami, FL 33137',
        unsubscribeUrl: (token) => `http://localhost:3000/unsubscribe/${token}`,
        personalDataUrl: (token) => `http://localhost:3000/your-data/${token}`,
      },
    },
    whyNotReady: async () => null,
    orderLinks: orderLinkTokens('a secret of the tests, long enough'),
    fulfilment: withDifferences(fulfilment),
    channels,
    pictures: sharpPictures(),
    sheets: sheetFiles(),
    hashes: testHashes,
    personalData,
    secondFactor: totpSecondFactor('another secret of the tests, long enough'),
    passkeys: webAuthnPasskeys({
      secret: 'a secret of the tests, long enough',
      publicUrl: 'http://localhost:3000',
    }),
    papers: pdfPackingPapers(),
    carriers: null,
    google: null,
    captcha: null,
    clock: () => new Date(Date.now() + ahead),
    settings: settingsFrom(ids),
    log: testLog(db),
  }
  return {
    db,
    databaseUrl,
    services,
    shop: createShop(services),
    stripe,
    customerOf: async (userId) => (await userById(db, userId))?.stripeCustomerId ?? null,
    pass: (minutes) => {
      ahead += minutes * 60_000
    },
    close,
  }
}

const settingsFrom = (ids: Record<string, string>): ShopSettings => ({
  publicUrl: 'http://localhost:3000',
  timeZone: 'America/Los_Angeles',
  sendsEvidence: false,
  carrierPollMinutes: 120,
  recordRetentionYears: 7,
  waitingCapacity: 20,
  taxPercent: 7.25,
  taxRateId: ids['STRIPE_TAX_RATE_CALIFORNIA']!,
  priceIds: {
    'malbec-2022': ids['STRIPE_PRICE_CASE']!,
    'malbec-2021-bottle': ids['STRIPE_PRICE_BOTTLE']!,
  },
  ...ratesFrom(ids as Record<RateSetting, string>),
  paymentLinks: {},
  bottlePrice: 15_000,
  cardField: { scriptUrl: 'http://localhost:3001/v3/', publicKey: 'pk_test_fake' },
  hiddenViewAnswer: 'tupungato',
  businessEmail: 'cellar@kohue.example',
  identity: {
    passwordPolicy: defaultPasswordPolicy,
    captchaFor: captchaPlaces,
    allowedOrigins: ['http://localhost:3000'],
  },
})

/** A member with a confirmed email and an address that wine may be shipped to. */
export async function aMember(
  db: Database,
  profile: Partial<typeof users.$inferInsert> = {},
): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`
  const id = await insertUserWithPassword(db, {
    email,
    firstName: 'Ana',
    lastName: 'Ruiz',
    passwordHash: 'none',
  })
  await db
    .update(users)
    .set({
      address: '1200 Valencia Street',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94110',
      phone: '4155550123',
      emailVerified: true,
      ...profile,
    })
    .where(eq(users.id, id!))
  return { id: id!, email }
}

/** Opens a login session for the member; returns its cookies. */
export async function sessionCookie(
  { services }: TestShop,
  member: { id: string; email: string },
): Promise<string> {
  const cookies = await services.identity.openSession(member.id, new Headers())
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

/** Sets the stock of a wine, in cases, with nothing held or sold, and cancels open checkouts. */
export async function setStock(db: Database, productId: string, stock: number | null) {
  await db.update(checkouts).set({ state: 'cancelled' }).where(eq(checkouts.state, 'open'))
  await db
    .update(products)
    .set({ stock, held: 0, sold: 0, promised: 0 })
    .where(eq(products.id, productId))
}
