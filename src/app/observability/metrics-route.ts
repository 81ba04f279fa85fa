import { timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'

import type { Env } from '../env.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Serves `/metrics` to requests with the token; without a token, outside production, to this machine. */
export function metricsRoute(server: FastifyInstance, registry: Registry, env: Env): void {
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, env)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayRead({ headers, socket }: FastifyRequest, env: Env): boolean {
  if (env.METRICS_TOKEN) return isSame(headers.authorization ?? '', `Bearer ${env.METRICS_TOKEN}`)
  return env.NODE_ENV !== 'production' && loopback.has(socket.remoteAddress ?? '')
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
