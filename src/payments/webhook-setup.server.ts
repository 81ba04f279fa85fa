import { Stripe } from 'stripe'

import { paymentEvents } from './payment-events.ts'

type WebhookSetUp =
  /** The secret is returned once, when the endpoint is created. */
  { how: 'made'; id: string; secret: string } | { how: 'found' | 'changed'; id: string }

/**
 * Finds or creates the webhook endpoint at that URL and subscribes it to the events that the shop
 * handles. Idempotent.
 */
export async function setUpWebhook(stripe: Stripe, url: string): Promise<WebhookSetUp> {
  const endpoints = await stripe.webhookEndpoints
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 1_000 })
  const found = endpoints.find((endpoint) => endpoint.url === url)
  if (!found) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...paymentEvents],
      // Events have the API version of this SDK, which parses them.
      api_version: Stripe.API_VERSION,
      description: 'Kohue: payments, refunds and disputes',
    })
    return { how: 'made', id, secret: secret ?? '' }
  }
  const isComplete = paymentEvents.every(
    (event) => found.enabled_events.includes(event) || found.enabled_events.includes('*'),
  )
  if (isComplete && found.status === 'enabled') return { how: 'found', id: found.id }
  await stripe.webhookEndpoints.update(found.id, {
    enabled_events: [...paymentEvents],
    disabled: false,
  })
  return { how: 'changed', id: found.id }
}
