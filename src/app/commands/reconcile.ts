import { userInfo } from 'node:os'

import { reconcile } from '#accounting/reconciliation/reconcile.actions.server.ts'
import {
  reconciliationCopy,
  countSentences,
  differenceSentence,
} from '#accounting/reconciliation/reconciliation.copy.ts'
import { stripePayments } from '#payments/stripe-payments.adapter.server.ts'

import { end, optionsOf, wholeNumber, withShopDatabase } from './command-line.ts'

const usage = 'npm run reconcile -- --days 35 --most 20000 --grace 5'

/** Prints each reconciliation difference; exits with 1 if there is one. */
const values = optionsOf(usage, {
  days: { type: 'string', default: '35' },
  most: { type: 'string', default: '20000' },
  grace: { type: 'string', default: '5' },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const question = {
  requestedBy: `command line (${userInfo().username})`,
  // Ten years: PostgreSQL has no dates before 4713 BC.
  days: wholeNumber('days', values.days, 3_650),
  most: wholeNumber('most', values.most),
  graceMinutes: wholeNumber('grace', values.grace),
}
const secretKey =
  process.env['STRIPE_SECRET_KEY'] ||
  end('STRIPE_SECRET_KEY is missing: start the shop first, or name the provider’s account.')
const payments = stripePayments({
  secretKey,
  webhookSecret: 'not asked here',
  apiBase: process.env['STRIPE_API_BASE'] || undefined,
})
const log = { info() {}, warn() {}, error() {} }
const checked = await withShopDatabase((db) =>
  reconcile({ db, payments, clock: () => new Date(), log }, question),
)

if (!checked.ok) end('The reconciliation failed: the payment provider could not be reached.')
for (const difference of checked.differences) say(differenceSentence(difference))
for (const sentence of countSentences(checked.counts)) say(sentence)
if (!checked.isWhole) say(reconciliationCopy.notWhole)
if (checked.differences.length > 0) end(reconciliationCopy.differ(checked.differences.length))
say(reconciliationCopy.agree)
