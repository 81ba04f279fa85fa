import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'

import { openDatabase, openPool } from '#data/connection.server.ts'
import { migrateDatabase } from '#data/migrate.server.ts'
import { booksCopy, countSentences, differenceSentence } from '#domain/copy/books.ts'
import { stripePayments } from '#services/payments/stripe-payments.server.ts'
import { checkBooks } from '#use-cases/books/check-books.ts'

/**
 * `npm run books:check -- --days 35 --most 20000`: prints each difference between our books and the
 * payment provider's, and ends with 1 when there is one.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '35' },
    most: { type: 'string', default: '20000' },
    grace: { type: 'string', default: '5' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const secretKey = needed('STRIPE_SECRET_KEY')
const pool = openPool(needed('DATABASE_URL'), 2)
await migrateDatabase(pool)
const checked = await checkBooks(
  {
    db: openDatabase(pool),
    payments: stripePayments({
      secretKey,
      webhookSecret: 'not asked here',
      apiBase: process.env['STRIPE_API_BASE'] || undefined,
    }),
    clock: () => new Date(),
    log: { info() {}, warn() {}, error() {} },
  },
  {
    askedBy: `command line (${userInfo().username})`,
    days: wholeNumber('days', values.days),
    most: wholeNumber('most', values.most),
    graceMinutes: wholeNumber('grace', values.grace),
  },
).finally(() => pool.end())

if (!checked.ok) end(booksCopy.failed)
for (const difference of checked.differences) say(differenceSentence(difference))
for (const sentence of countSentences(checked.counts)) say(sentence)
if (!checked.isWhole) say(booksCopy.notWhole)
if (checked.differences.length > 0) end(booksCopy.differ(checked.differences.length))
say(booksCopy.agree)

function needed(name: string): string {
  const value = process.env[name]
  if (!value) end(`${name} is missing: open the house first, or name the provider's account.`)
  return value
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text)
  return end(`--${name} takes a whole number; it is '${text}'.`)
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
