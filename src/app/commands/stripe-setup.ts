import { Stripe } from 'stripe'

import { defaultTaxPercent } from '#catalogue/destinations/tax.rules.ts'
import { setUpProvider } from '#catalogue/prices/provider-setup.server.ts'
import { defaultBottlePrice } from '#catalogue/wines/sold-wines.rules.ts'
import { openStripe } from '#payments/stripe-calls.adapter.server.ts'
import { setUpWebhook } from '#payments/webhook-setup.server.ts'

import { end, optionsOf } from './command-line.ts'

const usage = 'npm run stripe:setup -- --webhook https://shop.example/api/stripe/webhook'

/**
 * Makes or finds in the account of STRIPE_SECRET_KEY what the shop refers to, and prints the lines
 * of the environment.
 */
const values = optionsOf(usage, {
  webhook: { type: 'string' },
  live: { type: 'boolean', default: false },
})

const secretKey = process.env['STRIPE_SECRET_KEY'] || end('STRIPE_SECRET_KEY is missing.')
if (/^[sr]k_live_/.test(secretKey) && !values.live) {
  end('This key is of the live account. Say so: npm run stripe:setup -- --live')
}
const apiBase = process.env['STRIPE_API_BASE'] || undefined
const taxPercent = Number(process.env['CALIFORNIA_TAX_PERCENT'] || defaultTaxPercent)
const bottlePrice = process.env['BOTTLE_PRICE'] || defaultBottlePrice
const counts = { found: 0, made: 0 }

try {
  const stripe = openStripe({ secretKey, apiBase })
  const ids = await setUpProvider(stripe, { taxPercent, bottlePrice }, (_setting, how) => {
    counts[how]++
  })
  for (const [setting, id] of Object.entries(ids)) line(setting, id)
  tell(`${counts.made} made, ${counts.found} found.`)
  if (values.webhook) await webhook(values.webhook)
} catch (error) {
  if (!(error instanceof Stripe.errors.StripeConnectionError)) {
    end(`The payment provider refused: ${(error as Error).message}`)
  }
  end(
    apiBase
      ? 'STRIPE_API_BASE: nothing answers at that address; leave it out, and the payment provider itself is asked'
      : 'The payment provider does not answer: this machine has to reach https://api.stripe.com.',
  )
}

async function webhook(url: string): Promise<void> {
  const done = await setUpWebhook(openStripe({ secretKey, apiBase }), url)
  if (done.how === 'made') return line('STRIPE_WEBHOOK_SECRET', done.secret)
  const what = done.how === 'found' ? 'is there already' : 'has the right events now'
  tell(`The webhook endpoint ${done.id} ${what}; its secret stands in the provider's dashboard.`)
}

function line(setting: string, value: string): void {
  process.stdout.write(`${setting}=${value}\n`)
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
