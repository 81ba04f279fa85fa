import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import type { CampaignMetrics } from '#campaigns/campaign/campaign-metrics.store.server.ts'
import { campaignMetrics } from '#campaigns/campaign/campaign-metrics.store.server.ts'
import type { ReleaseMetrics } from '#releases/release-day/release-metrics.store.server.ts'
import { releaseMetrics } from '#releases/release-day/release-metrics.store.server.ts'
import { databaseClock } from '#catalogue/on-sale/wine-release.store.server.ts'
import type { channels } from '#catalogue/tables.ts'
import { orderFlags, orderLines, orders } from '#orders/order/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { checkouts, products, providerEvents } from '#catalogue/tables.ts'
import type { ShipmentState } from '#orders/order/shipment.rules.ts'
import { carrierContacts, shipments } from '#shipping/tables.ts'
import { tasks } from '../today/tables.ts'
import { mails } from '#mail/tables.ts'
import { permanentlyFailed } from '#mail/mails.store.server.ts'

/** Current figures of the shop. */
export type ShopFigures = {
  holdsOpen: number
  /** Of the last hour. */
  ordersByChannel: Partial<Record<(typeof channels)[number], number>>
  ordersFlagged: number
  stock: { product: string; held: number; sold: number; free: number | null }[]
  mails: { queued: number; sending: number; failed: number }
  /** Seconds that the email waiting longest is overdue, without emails of campaigns. */
  mailsOverdue: number
  jobs: { waiting: number; running: number; failed: number }
  unsettledEvents: number
  /** Shipments in progress by state. */
  shipments: Partial<Record<ShipmentState, number>>
  /** Seconds since the carrier that is silent longest responded; null when none is polled. */
  carrierSilence: number | null
  /** Of the last hour. */
  invalidCarrierResponses: number
  /** `repaired`: by the hourly check, in the last 24 hours. */
  tasks: { open: number; repaired: number }
  /** Releases that opened half an hour to two hours ago and have no order. */
  releasesUnbought: number
  release: ReleaseMetrics
  campaign: CampaignMetrics
}

/** The figures, in one query whose parts each use an index. */
export async function shopFigures(db: Queryable): Promise<ShopFigures> {
  const { rows } = await db.execute<{ figures: ShopFigures }>(sql`
    select json_build_object(
      'holdsOpen', (select count(*) from ${checkouts} where state = 'open'),
      'ordersByChannel', (select coalesce(json_object_agg(channel, count), '{}') from (
        select channel, count(*) from ${orders}
        where created_at > now() - interval '1 hour' group by channel) as recent),
      'ordersFlagged', (select count(distinct order_id) from ${orderFlags}
        where resolved_at is null),
      'stock', (select json_agg(json_build_object('product', id, 'held', held, 'sold', sold,
        'free', stock - held - sold - promised)) from ${products}),
      'mails', json_build_object(
        'queued', (select count(*) from ${mails} where state = 'queued'),
        'sending', (select count(*) from ${mails} where state = 'sending'),
        'failed', (select count(*) from ${mails} where ${permanentlyFailed})),
      'mailsOverdue', (select coalesce(greatest(0, extract(epoch from now() - min(next_try_at))), 0)
        from ${mails} where state = 'queued' and kind <> 'campaign'),
      'jobs', (select json_build_object(
        'waiting', count(*) filter (where locked_at is null and attempts < max_attempts),
        'running', count(*) filter (where locked_at is not null and attempts < max_attempts),
        'failed', count(*) filter (where attempts >= max_attempts and locked_at is null))
        from graphile_worker.jobs),
      'unsettledEvents', (select count(*) from ${providerEvents} where settled_at is null),
      'shipments', (select coalesce(json_object_agg(state, count), '{}') from (
        select state, count(*) from ${shipments} where state in ('waiting', 'ready', 'handed-over',
          'shipped', 'out', 'attempted', 'at-depot', 'returning', 'agreed', 'missed')
        group by state) as open_shipments),
      'carrierSilence', (select extract(epoch from now() - min(heard_at)) from ${carrierContacts}
        where asked_at > now() - interval '1 day'),
      'invalidCarrierResponses', (select coalesce(sum(invalid_responses), 0) from ${carrierContacts}
        where invalid_since > now() - interval '1 hour'),
      'tasks', json_build_object(
        'open', (select count(*) from ${tasks} where state in ('open', 'taken')),
        'repaired', (select count(*) from ${tasks} where is_repaired
          and coalesce(closed_at, created_at) > now() - interval '24 hours')),
      'releasesUnbought', (select count(*) from ${releases} as r
        where state = 'scheduled' and closes_at > ${databaseClock}
          and opens_at between ${databaseClock} - interval '2 hours'
            and ${databaseClock} - interval '30 minutes'
          and not exists (select 1 from ${orderLines} where release_id = r.id)),
      'release', ${releaseMetrics},
      'campaign', ${campaignMetrics}
    ) as figures`)
  return rows[0]!.figures
}
