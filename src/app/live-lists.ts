import { Readable } from 'node:stream'

import type { FastifyPluginAsync } from 'fastify'

import type { roleNow } from '#accounts/sessions/login-session.actions.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListChanges } from '#platform/list/list-changes.store.server.ts'

import { streamActions } from './lists.store.server.ts'

type LiveListsOptions = {
  /** The user and role behind these headers. */
  accessOf: (headers: Headers) => ReturnType<typeof roleNow>
  changes: Pick<ListChanges, 'watch'>
  /** Interval of the heartbeat, which also checks that the user is still staff; in milliseconds. */
  heartbeatMs?: number
  /** Shortest interval between two change events of one stream, in milliseconds. */
  throttleMs?: number
}

/** Limit of open streams per process; further pages poll. */
const maxStreams = 200

/** Limit of open streams per user. */
export const maxStreamsPerPerson = 12

/**
 * Server-sent events for admin pages. Events have no data: the page reloads its list through its own
 * loader and guard. A stream ends with its connection, or when its user is no longer signed in as staff.
 */
export const liveListStreams: FastifyPluginAsync<LiveListsOptions> = async (
  server,
  { accessOf, changes, heartbeatMs = 15_000, throttleMs = 1_000 },
) => {
  const streams = new Map<EventStream, string>()
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
    for (const stream of streams.keys()) stream.end()
  })

  // Fastify's implied HEAD route would open streams that never end.
  server.head(paths.liveList(), (_request, reply) => reply.code(405).header('allow', 'GET').send())

  server.get<{ Querystring: { list?: string } }>(
    paths.liveList(),
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { list = '' } = request.query
      const headers = new Headers({ cookie: request.headers.cookie ?? '' })
      const { role, duties, userId } = await accessOf(headers)
      if (!may({ role, duties }, 'see-admin')) {
        return reply.code(role === 'visitor' ? 401 : 403).send()
      }
      const action = streamActions.get(list)
      if (!action) return reply.code(404).send()
      if (!may({ role, duties }, action)) return reply.code(403).send()
      const isBusy = isClosing || streams.size >= maxStreams
      const ownStreams = [...streams.values()].filter((id) => id === userId).length
      if (isBusy || ownStreams >= maxStreamsPerPerson) {
        return reply
          .code(isBusy ? 503 : 429)
          .header('retry-after', '30')
          .send()
      }
      // The client may have disconnected while its role was read: no close event would follow.
      if (reply.raw.destroyed) return reply

      const stream = openStream({
        isStaff: async () => may(await accessOf(headers), action),
        watch: (onChange) => changes.watch(list, onChange),
        watchStaff: (onChange) => changes.watch('staff', onChange),
        heartbeatMs,
        throttleMs,
      })
      streams.set(stream, userId!)
      stream.events.once('close', () => streams.delete(stream))
      reply.raw.once('close', () => stream.events.destroy())
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream.events)
    },
  )
}

type EventStream = { events: Readable; end(): void }

type StreamOptions = {
  isStaff(): Promise<boolean>
  watch(onChange: () => void): () => void
  /** Duties of staff changed: checks at once whether this user may still see the list. */
  watchStaff(onChange: () => void): () => void
  heartbeatMs: number
  throttleMs: number
}

function openStream({
  isStaff,
  watch,
  watchStaff,
  heartbeatMs,
  throttleMs,
}: StreamOptions): EventStream {
  const events = new Readable({ read() {} })
  let isOver = false
  const send = (event: string) => {
    if (!isOver) events.push(`event: ${event}\ndata: 1\n\n`)
  }
  const end = () => {
    if (!isOver) events.push(null)
    isOver = true
  }

  const sendToStaff = async (event: string) => {
    try {
      if (await isStaff()) return send(event)
      send('over')
    } catch {
      // The database is unavailable: the page reconnects, and the role is checked then.
    }
    end()
  }

  const change = throttled(throttleMs, () => void sendToStaff('change'))
  const unwatch = watch(change.request)
  const unwatchStaff = watchStaff(() => void sendToStaff('heartbeat'))
  const heartbeat = setInterval(() => void sendToStaff('heartbeat'), heartbeatMs)
  events.once('close', () => {
    isOver = true
    unwatch()
    unwatchStaff()
    change.cancel()
    clearInterval(heartbeat)
  })
  send('ready')
  return { events, end }
}

/** Runs at once, then at most once per interval: a request within an interval runs at its end. */
function throttled(intervalMs: number, run: () => void): { request(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  const onInterval = () => {
    timer = undefined
    if (isRequested) request()
  }
  const request = () => {
    isRequested = timer !== undefined
    if (isRequested) return
    timer = setTimeout(onInterval, intervalMs)
    run()
  }
  return { request, cancel: () => clearTimeout(timer) }
}
