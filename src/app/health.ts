import type { Socket } from 'node:net'

import type { FastifyInstance, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify'

import { inTime } from '#platform/api/in-time.api.ts'
import { knownMigrations, migrationsIn } from './migrate/migrate.server.ts'

import type { App } from './services.ts'

export type WhyNotReady = 'opening' | 'closing' | 'no database' | 'migrations missing' | 'no queue'

/** Timeout of the database check, in milliseconds. */
const databaseTimeout = 2_000

/** Why this process should get no requests now; null when it can take them. */
export async function whyNotReady({ lifecycle, pool, worker }: App): Promise<WhyNotReady | null> {
  if (lifecycle !== 'open') return lifecycle
  if (!worker?.isRunning()) return 'no queue'
  const applied = await inTime(migrationsIn(pool), null, databaseTimeout).catch(() => null)
  if (applied === null) return 'no database'
  known ??= knownMigrations().length
  return applied.length < known ? 'migrations missing' : null
}

let known: number | undefined

/**
 * `/healthz` (liveness): the shop has started and is not closing; a process that does not respond has to
 * be restarted. `/readyz` (readiness): it can take requests now; a proxy sends none while it can't, as when
 * the database is unreachable.
 */
export function healthRoutes(server: FastifyInstance, app: App): void {
  server.get('/healthz', async (_request, reply) =>
    app.lifecycle === 'open' ? { status: 'up' } : reply.code(503).send({ status: app.lifecycle }),
  )

  let asking: ReturnType<typeof whyNotReady> | null = null
  server.get('/readyz', async (_request, reply) => {
    asking ??= whyNotReady(app).finally(() => {
      asking = null
    })
    const why = await asking
    return why ? reply.code(503).send({ status: why }) : { status: 'ready' }
  })
}

const servedAlways = new Set(['/healthz', '/readyz', '/metrics'])

/** Responds 503 to everything else until the shop has started. */
export const refuseWhileOpening =
  (app: App): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (app.lifecycle !== 'opening' || servedAlways.has(request.url)) return
    reply.code(503).header('retry-after', '2')
    return reply.type('text/plain; charset=utf-8').send('Kohue opens in a moment.')
  }

/**
 * During shutdown every response closes its connection, also that of a request from before.
 */
export const endConnectionsWhileClosing =
  (app: App): onSendAsyncHookHandler =>
  async (_request, reply) => {
    if (app.lifecycle === 'closing') reply.header('connection', 'close')
  }

/**
 * On shutdown ends connections that had no request, as browsers open them in advance: Node does not
 * count them as idle, so closing the server would wait for them.
 */
export function endSilentConnectionsOnClose(server: FastifyInstance): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}
