import type Stripe from 'stripe'

import type { EventRecord } from './events.ts'
import { arrayPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'

const toStripeEvent = (event: EventRecord): Stripe.Event => ({
  ...(JSON.parse(event.body) as Stripe.Event),
  pending_webhooks: event.pending.size,
})

function wantedType(type: string, { type: one, types }: Stripe.EventListParams): boolean {
  if (types) return types.includes(type)
  if (one === undefined) return true
  return one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : type === one
}

export const eventRoutes = [
  route('GET /v1/events', 'EventListParams', ({ world, params }: Call<Stripe.EventListParams>) => {
    const matching = world.events
      .all()
      .filter(
        (event) =>
          wantedType(event.type, params) &&
          withinCreated(event.created, params.created) &&
          (params.delivery_success === undefined ||
            params.delivery_success === (event.pending.size === 0)),
      )
      .toReversed()
    const page = arrayPage(matching, '/v1/events', params)
    return { ...page, data: page.data.map(toStripeEvent) }
  }),
]
