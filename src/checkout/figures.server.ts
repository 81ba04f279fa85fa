import { sql } from 'drizzle-orm'

import type { Channel } from '#catalogue/tables.ts'
import { channels, checkouts, providerEvents } from '#catalogue/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { defineFigures } from '#platform/figures/figures.server.ts'

type Figures = {
  /** Checkouts that hold stock while they are paid. */
  holds: number
  /** Orders of the last hour. */
  ordersByChannel: Partial<Record<Channel, number>>
  unsettledEvents: number
}

export const checkoutFigures = defineFigures<Figures>({
  query: sql`json_build_object(
    'holds', (select count(*) from ${checkouts} where state = 'open'),
    'ordersByChannel', (select coalesce(json_object_agg(channel, count), '{}') from (
      select channel, count(*) from ${orders}
      where created_at > now() - interval '1 hour' group by channel) as recent),
    'unsettledEvents', (select count(*) from ${providerEvents} where settled_at is null))`,
  gauges: [
    {
      name: 'kohue_holds_open',
      help: 'Checkouts whose stock is held',
      read: ({ holds }) => [[{}, holds]],
    },
    {
      name: 'kohue_orders_last_hour',
      help: 'Orders of the last hour',
      read: ({ ordersByChannel }) =>
        channels.map((channel) => [{ channel }, ordersByChannel[channel] ?? 0]),
    },
    {
      name: 'kohue_provider_events_unsettled',
      help: 'Events of the payment provider that are not in the ledger yet',
      read: ({ unsettledEvents }) => [[{}, unsettledEvents]],
    },
  ],
  alarms: {
    'events-unsettled': {
      title: 'Events of the payment provider are not in the ledger',
      todo: 'The provider’s API is unreachable. Payments are recorded by themselves once it responds; then run the reconciliation.',
      line: 'kohue_provider_events_unsettled',
      isBad: ({ unsettledEvents }) => unsettledEvents > 0,
      after: 10,
    },
    'provider-failing': {
      title: 'The payment provider fails',
      todo: 'Its API is unreachable or too slow. Look at its status page; carts are kept.',
      line: 'kohue_provider_unavailable_total',
      isBad: (_, { processes }) => processes.providerFailures >= 3,
      after: 5,
    },
    'holds-unpaid': {
      title: 'Ten or more payment pages are open, and nothing was bought for an hour',
      todo: 'Look whether the provider’s page is up, and whether its webhook still reaches the shop.',
      line: 'kohue_holds_open',
      isBad: ({ holds, ordersByChannel }) =>
        holds >= 10 && Object.values(ordersByChannel).every((count) => !count),
      after: 15,
    },
  },
})
