import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'

import { inTime } from '#platform/api/in-time.api.ts'
import type { ShopFigures } from '#platform/figures/figures.server.ts'
import { shopFigures, shopGauges } from '#platform/figures/figures.server.ts'

import type { App } from '../services.ts'

/** How long figures are cached, in milliseconds. */
const maxAge = 5_000
/** Timeout of the query, in milliseconds. */
const timeout = 2_000

/** Queries the database on each scrape; while it is unreachable only `kohue_database_up` is exported. */
export function registerShopGauges(registry: Registry, app: App): void {
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
  for (const { name, help, read } of shopGauges()) {
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
