import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { providerCallCounts } from '#payments/stripe-calls.adapter.server.ts'
import { sharedRenderCounts } from '#platform/http/shared-renders.ts'

import type { PageCache } from '../page-cache/page-cache.ts'
import type { App } from '../services.ts'
import { registerShopGauges } from './shop-gauges.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the matched route, such as /members/orders/:number, never the path itself. */
    template: string | null
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Metrics for Prometheus, of this process and of the shop as a whole. Labels have few values, all known
 * in advance, and no personal data.
 */
export function createMetrics(server: FastifyInstance, app: App, pages: PageCache): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const durations = new Histogram({
    name: 'kohue_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, without pages sent from the page cache',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  server.decorateRequest('template', null)
  server.addHook('onResponse', async (request, reply) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const route = request.template ?? request.routeOptions.url ?? 'none'
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    // Files take as long as the client's network, event streams as long as the client stays.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (route !== 'file' && !isStream) app.recent.observe(route, reply.elapsedTime)
    if (reply.statusCode === 500) app.recent.add('server-errors')
  })

  const cachedPages = new Counter({
    name: 'kohue_cached_pages_total',
    help: 'Public pages: sent from the cache, rendered and cached, or left to the router',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pages.counts)) cachedPages.inc({ result }, count)
    },
  })
  const renders = new Counter({
    name: 'kohue_shared_renders_total',
    help: 'Pages whose render is shared: filled from a template, or rendered into one',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(sharedRenderCounts))
        renders.inc({ result }, count)
    },
  })
  const connections = new Gauge({
    name: 'kohue_database_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = app.pool
      connections.set({ state: 'busy' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'waited_for' }, waitingCount)
    },
  })
  const unavailable = new Counter({
    name: 'kohue_provider_unavailable_total',
    help: 'Calls to the payment provider that failed as it was unreachable, too slow or faulty',
    registers,
    collect() {
      this.reset()
      unavailable.inc(providerCallCounts.unavailable)
    },
  })
  const line = new Gauge({
    name: 'kohue_waiting_line',
    help: 'The waiting line: people in it, shoppers in the shop, its capacity, let in per minute',
    labelNames: ['figure'],
    registers,
    collect() {
      const { waiting, inside, capacity, pace } = app.waitingRoom.figures()
      for (const [figure, value] of Object.entries({ waiting, inside, capacity, pace }))
        line.set({ figure }, value)
    },
  })
  const tickets = new Counter({
    name: 'kohue_waiting_line_tickets_total',
    help: 'Tickets of the waiting line: let in and refused by this process, turns lost in all',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { entered, refused, lost } = app.waitingRoom.figures()
      for (const [result, count] of Object.entries({ entered, refused, lost }))
        tickets.inc({ result }, count)
    },
  })
  registerShopGauges(registry, app)
  return registry
}
