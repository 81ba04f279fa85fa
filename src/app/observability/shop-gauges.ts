import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'

import { inTime } from '#platform/api/in-time.api.ts'
import { channels } from '#catalogue/tables.ts'
import type { ShopFigures } from '#admin/overview/shop-metrics.store.server.ts'
import { shopFigures } from '#admin/overview/shop-metrics.store.server.ts'

import type { App } from '../services.ts'

type Sample = [labels: Record<string, string>, value: number]

const counted = (counts: Record<string, number>): Sample[] =>
  Object.entries(counts).map(([state, count]) => [{ state }, count])

/** The gauges of the shop as a whole, the same in every process. */
const gauges: readonly [name: string, help: string, read: (figures: ShopFigures) => Sample[]][] = [
  ['kohue_holds_open', 'Checkouts whose stock is held', ({ holdsOpen }) => [[{}, holdsOpen]]],
  [
    'kohue_orders_last_hour',
    'Orders of the last hour',
    ({ ordersByChannel }) =>
      channels.map((channel) => [{ channel }, ordersByChannel[channel] ?? 0]),
  ],
  [
    'kohue_orders_flagged',
    'Orders with an unresolved flag',
    ({ ordersFlagged }) => [[{}, ordersFlagged]],
  ],
  [
    'kohue_stock_units',
    'Units of each wine; unlimited stock has no free ones',
    ({ stock }) =>
      stock.flatMap(({ product, held, sold, free }) =>
        Object.entries({ held, sold, ...(free !== null && { free }) }).map(
          ([state, units]): Sample => [{ product, state }, units],
        ),
      ),
  ],
  ['kohue_emails', 'Emails in the outbox', ({ mails }) => counted(mails)],
  [
    'kohue_emails_overdue_seconds',
    'How long the email that waits longest is overdue, other than those of campaigns',
    ({ mailsOverdue }) => [[{}, mailsOverdue]],
  ],
  ['kohue_jobs', 'Background jobs in the queue', ({ jobs }) => counted(jobs)],
  [
    'kohue_provider_events_unsettled',
    'Events of the payment provider that are not in the ledger yet',
    ({ unsettledEvents }) => [[{}, unsettledEvents]],
  ],
  ['kohue_shipments', 'Shipments that are not over', ({ shipments }) => counted(shipments)],
  [
    'kohue_carrier_silence_seconds',
    'Time since the last response of the carrier that is silent longest, while it is polled',
    ({ carrierSilence }) => (carrierSilence === null ? [] : [[{}, carrierSilence]]),
  ],
  [
    'kohue_carrier_responses_dropped',
    'Invalid responses of carriers in the last hour',
    ({ invalidCarrierResponses }) => [[{}, invalidCarrierResponses]],
  ],
  [
    'kohue_tasks',
    'Tasks of staff that are open, and those that differed from their causes in the last 24 hours',
    ({ tasks }) => counted(tasks),
  ],
  ['kohue_releases', 'Releases that are not over', ({ release }) => counted(release.releases)],
  [
    'kohue_promised_units',
    'Units promised to customers; overdue ones should be free by now',
    ({ release }) => counted(release.promisedUnits),
  ],
  [
    'kohue_bought_units',
    'Units bought under the allocations of releases that are not over',
    ({ release }) => [[{}, release.boughtUnits]],
  ],
  [
    'kohue_promises_ended_last_day',
    'How often the promises of a release ended in the last 24 hours',
    ({ release }) => [[{}, release.promisesEnded]],
  ],
  [
    'kohue_promises_differing',
    'Wines whose promised units, and allocations whose held units, differ from their sums',
    ({ release }) => counted(release.differing),
  ],
  [
    'kohue_campaigns',
    'Campaigns that are scheduled, being sent or paused',
    ({ campaign }) => counted(campaign.campaigns),
  ],
  [
    'kohue_campaign_emails',
    'Emails of the campaigns that are being sent or paused, by outcome',
    ({ campaign }) => counted(campaign.emails),
  ],
  [
    'kohue_campaign_silence_seconds',
    'How long ago the last email of a campaign that is being sent was settled',
    ({ campaign }) => [[{}, campaign.silence]],
  ],
]

/** How long figures are cached, in milliseconds. */
const maxAge = 5_000
/** Timeout of the query, in milliseconds. */
const timeout = 2_000

/** Queries the database on each scrape; while it is unreachable only `kohue_database_up` is exported. */
export function shopGauges(registry: Registry, app: App): void {
  let cached: Promise<ShopFigures | null> | null = null
  let readAt = -Infinity

  const figures = (): Promise<ShopFigures | null> => {
    const now = performance.now()
    if (!cached || now - readAt > maxAge) {
      readAt = now
      const query = app.lifecycle === 'opening' ? null : shopFigures(app.services.db)
      cached = inTime(Promise.resolve(query), null, timeout).catch(() => null)
    }
    return cached
  }

  const up = new Gauge({
    name: 'kohue_database_up',
    help: '1 while the database responds',
    registers: [],
    async collect() {
      this.set((await figures()) ? 1 : 0)
    },
  })
  registry.registerMetric(up)
  for (const [name, help, read] of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['state', 'channel', 'product'],
      registers: [],
      async collect() {
        this.reset()
        const known = await figures()
        for (const [labels, value] of known ? read(known) : []) this.set(labels, value)
      },
    })
    registry.registerMetric(gauge)
  }
}
