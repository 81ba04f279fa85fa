import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify'
import type pg from 'pg'

import { inTime } from '#platform/api/in-time.api.ts'

import type { RunningWorker } from './jobs/worker.ts'
import { knownMigrations, migrationsIn } from './migrate/migrate.server.ts'

/** What the health of a process follows from. */
export type Running = {
  /** For requests and for the work of jobs. */
  pool: pg.Pool
  /** `opening` while migrations run at boot; `closing` from the stop signal on. */
  lifecycle: 'opening' | 'open' | 'closing'
  /** It opens once the owner of the database has migrated it. */
  lacksMigrations: boolean
  worker: RunningWorker | null
}

type WhyNotReady = 'opening' | 'closing' | 'no database' | 'migrations missing' | 'no queue'

/** Timeout of the database check, in milliseconds. */
const databaseTimeout = 2_000

/** Why this process should get no requests now; null when it can take them. */
export async function whyNotReady(app: Running): Promise<WhyNotReady | null> {
  const { lifecycle, pool, worker } = app
  if (lifecycle === 'opening' && app.lacksMigrations) return 'migrations missing'
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
export function healthRoutes(server: FastifyInstance, app: Running): void {
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

/**
 * With this status a process says that it takes no requests now. Only then, and when a connection fails,
 * `deploy/nginx.conf` asks another process and leaves this one alone for a while. What a page responds by
 * itself, such as 503 without a database, would be the same from every process.
 */
const takesNoRequests = 502

/** Thrown to requests of a process that can't keep up. */
export class Overburdened extends Error {
  readonly statusCode = takesNoRequests
}

const servedAlways = new Set(['/healthz', '/readyz', '/metrics'])

/** How long a write waits for the shop to open, in milliseconds: nginx sends it to no other process. */
const longestWait = 20_000

/** Refuses everything else until the shop has started. */
export const refuseWhileOpening =
  (app: Running): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (servedAlways.has(request.url)) return
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const until = performance.now() + (isRead ? 0 : longestWait)
    while (app.lifecycle === 'opening' && performance.now() < until) await pause(50)
    if (app.lifecycle !== 'opening') return
    reply.code(takesNoRequests).header('retry-after', '2')
    return reply.type('text/plain; charset=utf-8').send('Kohue opens in a moment.')
  }

/**
 * During shutdown every response closes its connection, also that of a request from before.
 */
export const endConnectionsWhileClosing =
  (app: Running): onSendAsyncHookHandler =>
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
