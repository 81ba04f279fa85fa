import { AsyncLocalStorage } from 'node:async_hooks'

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const counting = new AsyncLocalStorage<{ statements: number }>()

const isTransactionControl = (text: string) => /^\s*(begin|commit|rollback)\b/i.test(text)

/**
 * For benchmarks: adds the header `x-queries`, the number of statements that a request sent to
 * PostgreSQL, without begin and commit.
 */
export function countQueries(server: FastifyInstance, pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [first] = args
      const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
      const request = counting.getStore()
      if (request && !isTransactionControl(text)) request.statements++
      return query(...args)
    }) as typeof client.query
  })
  server.addHook('onRequest', (_request, _reply, done) => counting.run({ statements: 0 }, done))
  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-queries', String(counting.getStore()?.statements ?? 0))
  })
}
