import type { FaultRules } from '#fakes/faults/fault-rules.ts'
import { Journal, parseLine } from '#fakes/journal/journal.ts'
import type { Settings } from '#fakes/settings.ts'

import type { ApiParts } from './api.ts'
import { balanceRoutes, bookEarlier } from './balance-transactions.ts'
import { chargeRoutes } from './charges.ts'
import { SessionExpiry } from './checkout-session-life.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import type { Collection } from './collection.ts'
import { confirmationTokenRoutes } from './confirmation-tokens.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './event-routes.ts'
import { EventLog, lineStart } from './events.ts'
import { fileRoutes } from './files.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { payoutRoutes } from './payouts.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { Recorder } from './recorder.ts'
import { refundRoutes } from './refunds.ts'
import { Router } from './route.ts'
import { shippingRateRoutes } from './shipping-rates.ts'
import { taxRateRoutes } from './tax-rates.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'
import { WebhookDelivery } from './webhooks/delivery.ts'
import { makeCollections, type World } from './world.ts'

export const routes = [
  ...balanceRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...confirmationTokenRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...fileRoutes,
  ...eventRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...payoutRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...shippingRateRoutes,
  ...taxRateRoutes,
  ...webhookEndpointRoutes,
]

export type Payments = ApiParts & {
  webhooks: WebhookDelivery
  /** Call once the server listens. */
  begin: () => void
  stop: () => Promise<void>
}

type Stored = { id: string }
type Line = {
  in?: string
  o?: Stored
  key?: unknown
  delivered?: [string, string]
}

/** A journal is compacted once most of its lines are superseded, unless it is short. */
const fewEntries = 200

const now = () => Math.floor(Date.now() / 1000)

/** Opens the payment server with the state of its last stop or kill. */
export async function openPayments(
  settings: Settings,
  folder: string,
  faults: FaultRules,
): Promise<Payments> {
  const journal = new Journal(folder, 'payments')
  const changed = new Map<Stored, string>()
  const collections = makeCollections((name, object) => {
    changed.set(object, name)
    journal.touch()
    if (name === 'checkout.session') expiry.watch(object as Parameters<SessionExpiry['watch']>[0])
  })
  const events = new EventLog(journal, now)
  const keys = new IdempotencyKeys(journal, now)
  const world: World = { settings, journal, events, now, collections }
  const expiry = new SessionExpiry(world)
  const byName = new Map<string, Collection<Stored>>(
    Object.values(collections).map((collection) => [
      collection.name,
      collection as unknown as Collection<Stored>,
    ]),
  )

  // An object that changes several times in one event-loop turn is written once, at the end.
  journal.beforeWrite = () => {
    for (const [object, name] of changed) journal.append(objectLine(name, object))
    changed.clear()
  }
  await journal.open((text) => {
    if (text.startsWith(lineStart)) return events.restore(text)
    const line = parseLine(text) as Line | undefined
    if (!line) return false
    if (line.in && line.o) byName.get(line.in)?.restore(line.o)
    else if (line.key) keys.restore(line.key)
    else if (line.delivered) events.get(line.delivered[0])?.pending.delete(line.delivered[1])
    return true
  })
  bookEarlier(world)
  for (const session of collections.sessions.oldestFirst()) expiry.watch(session)

  function* everything(): Generator<string> {
    for (const [name, collection] of byName) {
      for (const object of collection.oldestFirst()) yield objectLine(name, object)
    }
    yield* events.lines()
    yield* keys.lines()
  }

  let rewriting = false
  const current = () =>
    [...byName.values()].reduce((sum, { size }) => sum + size, events.size + keys.size)
  const rewriteAbove = (share: number) => {
    if (rewriting || journal.entries < share * current() + fewEntries) return
    rewriting = true
    void journal.rewrite(everything).finally(() => (rewriting = false))
  }
  const sizeCheck = setInterval(() => rewriteAbove(4), 5000).unref()

  const webhooks = new WebhookDelivery(world, faults)
  const recorder = settings.recordTo ? new Recorder(settings.recordTo) : null
  return {
    world,
    router: new Router(routes),
    keys,
    faults,
    recorder,
    webhooks,
    begin: () => {
      rewriteAbove(1.3)
      webhooks.resume()
    },
    stop: async () => {
      clearInterval(sizeCheck)
      expiry.stop()
      webhooks.stop()
      await journal.saved()
      await recorder?.close()
    },
  }
}

const objectLine = (name: string, object: Stored) =>
  `{"in":${JSON.stringify(name)},"o":${JSON.stringify(object)}}`
