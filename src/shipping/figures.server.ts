import { sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import { byState, defineFigures } from '#platform/figures/figures.server.ts'

import { notOver } from './shipments/shipment.rules.ts'
import { carrierContacts, shipments } from './tables.ts'

type Figures = {
  /** Shipments in progress by state. */
  shipments: Record<string, number>
  /** Seconds since the carrier that is silent longest responded; null when none is polled. */
  silence: number | null
  /** Of the last hour. */
  invalidResponses: number
}

export const shippingFigures = defineFigures<Figures>({
  query: sql`json_build_object(
    'shipments', (select coalesce(json_object_agg(state, count), '{}') from (
      select state, count(*) from ${shipments} where state in ${literals(notOver)}
      group by state) as open_shipments),
    'silence', (select extract(epoch from now() - min(heard_at)) from ${carrierContacts}
      where asked_at > now() - interval '1 day'),
    'invalidResponses', (select coalesce(sum(invalid_responses), 0) from ${carrierContacts}
      where invalid_since > now() - interval '1 hour'))`,
  gauges: [
    {
      name: 'kohue_shipments',
      help: 'Shipments that are not over',
      read: ({ shipments: states }) => byState(states),
    },
    {
      name: 'kohue_carrier_silence_seconds',
      help: 'Time since the last response of the carrier that is silent longest, while it is polled',
      read: ({ silence }) => (silence === null ? [] : [[{}, silence]]),
    },
    {
      name: 'kohue_carrier_responses_dropped',
      help: 'Invalid responses of carriers in the last hour',
      read: ({ invalidResponses }) => [[{}, invalidResponses]],
    },
  ],
  alarms: {
    'carrier-silent': {
      title: 'The carrier has not responded for a day',
      todo: 'There is no news of boxes. Look at the carrier’s status page and at its credentials.',
      line: 'kohue_carrier_silence_seconds',
      isBad: ({ silence }) => silence !== null && silence > 86_400,
    },
    // Stored with alarms and tasks under its first name.
    'carrier-nonsense': {
      title: 'The carrier’s responses can’t be read',
      todo: 'Such responses are dropped. Look at the log and at the carrier’s status page.',
      line: 'kohue_carrier_responses_dropped',
      isBad: ({ invalidResponses }) => invalidResponses > 20,
    },
  },
})
