import { Readable } from 'node:stream'

import type { FastifyPluginAsync } from 'fastify'

import type { DeskChanges, LiveList } from '#data/desk-changes.server.ts'
import { liveLists } from '#data/desk-changes.server.ts'
import { may } from '#domain/access.ts'
import type { Shop } from '#use-cases/shop.ts'
import { paths } from '#web/paths.ts'

export type LiveListsOptions = {
  shop: Pick<Shop, 'roleNow'>
  changes: Pick<DeskChanges, 'watch'>
  /** A line says this often that it is alive, and asks whether its reader still works here. */
  beatMs?: number
  /** However much changes, a list is read again no more often than this. */
  calmMs?: number
}

/** Lines that one process holds at most; whoever comes after that looks now and then instead. */
const maxLines = 200

const isLiveList = (name: unknown): name is LiveList =>
  typeof name === 'string' && Object.hasOwn(liveLists, name)

/**
 * Tells the staff's pages that a list has changed, as server-sent events: never what has changed,
 * so that a page asks for it as it always does. A line ends with its reader's session or role.
 */
export const liveListLines: FastifyPluginAsync<LiveListsOptions> = async (
  app,
  { shop, changes, beatMs = 15_000, calmMs = 1_000 },
) => {
  const open = new Set<Line>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const line of open) line.end()
  })

  app.get<{ Querystring: { list?: string } }>(paths.liveList(), async (request, reply) => {
    const { list } = request.query
    const headers = new Headers({ cookie: request.headers.cookie ?? '' })
    const isStaff = async () => may(await shop.roleNow(headers), 'see-staff-desk')
    const role = await shop.roleNow(headers)
    if (!may(role, 'see-staff-desk')) return reply.code(role === 'visitor' ? 401 : 403).send()
    if (!isLiveList(list)) return reply.code(404).send()
    if (isClosing || open.size >= maxLines)
      return reply.code(503).header('retry-after', '30').send()

    const line = openLine({
      isStaff,
      watch: (tell) => changes.watch(list, tell),
      beatMs,
      calmMs,
    })
    open.add(line)
    line.events.once('close', () => open.delete(line))
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(line.events)
  })
}

type Line = { events: Readable; end(): void }

type LineParts = {
  isStaff(): Promise<boolean>
  watch(tell: () => void): () => void
  beatMs: number
  calmMs: number
}

function openLine({ isStaff, watch, beatMs, calmMs }: LineParts): Line {
  const events = new Readable({ read() {} })
  let isOver = false
  const say = (event: string) => {
    if (!isOver) events.push(`event: ${event}\ndata: 1\n\n`)
  }
  const end = () => {
    if (!isOver) events.push(null)
    isOver = true
  }

  /** Whoever works here no more is told so, and hears nothing else. */
  const sayToStaff = async (event: string) => {
    try {
      if (await isStaff()) return say(event)
      say('over')
    } catch {
      // Nobody can tell while the database is away: the page comes back and asks.
    }
    end()
  }

  const change = calmly(calmMs, () => void sayToStaff('change'))
  const unwatch = watch(change.soon)
  const beat = setInterval(() => void sayToStaff('beat'), beatMs)
  events.once('close', () => {
    isOver = true
    unwatch()
    change.cancel()
    clearInterval(beat)
  })
  say('hello')
  return { events, end }
}

/** Does it at once, and then no more often than once in a while, the last time for certain. */
function calmly(calmMs: number, work: () => void): { soon(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const rest = () => {
    timer = undefined
    if (isDue) soon()
  }
  const soon = () => {
    isDue = timer !== undefined
    if (isDue) return
    timer = setTimeout(rest, calmMs)
    work()
  }
  return { soon, cancel: () => clearTimeout(timer) }
}
