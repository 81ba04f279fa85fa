import { sql } from 'drizzle-orm'

import { defineFigures } from '#platform/figures/figures.server.ts'

import { orderFlags } from './order/tables.ts'

/** Orders with an unresolved flag, which is a task of its own. */
export const orderFigures = defineFigures<number>({
  query: sql`(select count(distinct order_id) from ${orderFlags} where resolved_at is null)`,
  gauges: [
    {
      name: 'kohue_orders_flagged',
      help: 'Orders with an unresolved flag',
      read: (flagged) => [[{}, flagged]],
    },
  ],
})
