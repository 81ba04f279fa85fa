import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

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
