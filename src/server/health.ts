import { sql } from 'drizzle-orm'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

import type { House } from './wire.ts'

/** 200 while database, migrations and queue are up; 503 before, and while stopping. */
export function healthRoute(app: FastifyInstance, house: House): void {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!house.isOpen) return reply.code(503).send({ status: 'closed' })
    try {
      await house.parts.db.execute(sql`select 1`)
      return { status: 'open' }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })
}

/** Until the house is open, and once it closes, nothing but `/healthz` is answered. */
export const refuseWhileClosed =
  (house: House): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (house.isOpen || request.url === '/healthz') return
    reply.code(503).header('retry-after', '2').header('cache-control', 'no-store')
    return reply.type('text/plain; charset=utf-8').send('Kohue opens in a moment.')
  }
