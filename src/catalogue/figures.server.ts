import { sql } from 'drizzle-orm'

import type { Sample } from '#platform/figures/figures.server.ts'
import { defineFigures } from '#platform/figures/figures.server.ts'

import { products } from './wines/tables.ts'

type Stock = { product: string; held: number; sold: number; free: number | null }

export const catalogueFigures = defineFigures<Stock[]>({
  query: sql`(select json_agg(json_build_object('product', id, 'held', held, 'sold', sold,
    'free', stock - held - sold - promised)) from ${products})`,
  gauges: [
    {
      name: 'kohue_stock_units',
      help: 'Units of each wine; unlimited stock has no free ones',
      read: (stock) =>
        stock.flatMap(({ product, held, sold, free }) =>
          Object.entries({ held, sold, ...(free !== null && { free }) }).map(
            ([state, units]): Sample => [{ product, state }, units],
          ),
        ),
    },
  ],
})
