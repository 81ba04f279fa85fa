import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'

import type { PageCache } from '../kept-pages/page-cache.ts'
import type { House } from '../wire.ts'
import { shopGauges } from './shop-gauges.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the address, such as /members/orders/:number: never what was asked for. */
    template: string | null
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Figures for Prometheus: of this process, and of the shop as a whole. Labels take few values, all
 * known beforehand, and nothing in them is anybody's.
 */
export function openMetrics(app: FastifyInstance, house: House, pages: PageCache): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const durations = new Histogram({
    name: 'kohue_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer; kept pages are not among them',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  app.decorateRequest('template', null)
  app.addHook('onResponse', async (request, reply) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const route = request.template ?? request.routeOptions.url ?? 'none'
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })

  const kept = new Counter({
    name: 'kohue_kept_pages_total',
    help: 'Public pages: sent from memory, rendered and kept, or left to the router',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset()
      for (const [answer, count] of Object.entries(pages.counts)) kept.inc({ answer }, count)
    },
  })
  const connections = new Gauge({
    name: 'kohue_database_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = house.pool
      connections.set({ state: 'busy' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'waited_for' }, waitingCount)
    },
  })
  shopGauges(registry, house)
  return registry
}
