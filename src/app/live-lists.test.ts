import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Role } from '#platform/access/access.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'

import { liveListStreams, maxStreamsPerPerson } from './live-lists.ts'

let server: FastifyInstance
let heartbeatMs = 40
let address: string
let role: Role
let duties: Duty[]
let userId: string
let watchers: Set<() => void>
let ofStaff: Set<() => void>
const notifyAll = () => watchers.forEach((onChange) => onChange())

beforeEach(async () => {
  role = 'staff'
  duties = ['owner']
  userId = 'ana'
  watchers = new Set()
  ofStaff = new Set()
  await open()
})
afterEach(() => server.close())

async function open() {
  server = fastify({ forceCloseConnections: true })
  await server.register(liveListStreams, {
    accessOf: async () => ({ role, duties, userId: role === 'visitor' ? null : userId }),
    changes: {
      watch: (list, onChange) => {
        const called = list === 'staff' ? ofStaff : watchers
        called.add(onChange)
        return () => called.delete(onChange)
      },
    },
    heartbeatMs,
    throttleMs: 200,
  })
  address = await server.listen({ host: '127.0.0.1', port: 0 })
}

async function openStream(list = 'users', signal?: AbortSignal) {
  const response = await fetch(`${address}/admin/live?list=${list}`, { signal: signal ?? null })
  return { response, events: eventsOf(response) }
}

/** The names of the events as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const complete = text.split('\n\n')
    text = complete.pop()!
    for (const event of complete) {
      expect(event).toMatch(/^event: \w+\ndata: 1$/)
      yield /^event: (\w+)/.exec(event)![1]!
    }
  }
}

async function next(events: AsyncGenerator<string>, wanted: string): Promise<void> {
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
    if (event === wanted) return
  }
  throw new Error(`The stream ended without '${wanted}'`)
}

describe('the event stream of a list', () => {
  test('is refused to visitors and members, and for what is no list', async () => {
    role = 'visitor'
    expect((await openStream()).response.status).toBe(401)
    role = 'member'
    expect((await openStream()).response.status).toBe(403)
    role = 'staff'
    expect((await openStream('passwords')).response.status).toBe(404)
    expect((await openStream('toString')).response.status).toBe(404)
    expect(watchers.size).toBe(0)
  })

  test('says that something has changed, and never what', async () => {
    const { response, events } = await openStream()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect((await events.next()).value).toBe('ready')
    notifyAll()
    await next(events, 'change')
  })

  test('is throttled, and loses no change', async () => {
    const { events } = await openStream()
    await next(events, 'ready')
    for (let times = 0; times < 50; times++) notifyAll()
    await next(events, 'change')
    await next(events, 'change')
    for (let beats = 0; beats < 8; beats++) expect((await events.next()).value).toBe('heartbeat')
  })

  test('ends for a reader who is no longer staff, before the next change event', async () => {
    for (const now of ['member', 'visitor'] as const) {
      role = 'staff'
      const { events } = await openStream()
      await next(events, 'ready')
      role = now
      notifyAll()
      const rest: string[] = []
      for await (const event of events) rest.push(event)
      expect(rest).not.toContain('change')
      expect(rest.at(-1)).toBe('over')
    }
  })

  test('ends at once when duties change, and its reader has none any more', async () => {
    heartbeatMs = 60_000
    await server.close()
    await open()
    heartbeatMs = 40
    const { events } = await openStream()
    await next(events, 'ready')
    role = 'member'
    for (const onChange of ofStaff) onChange()
    await next(events, 'over')
    expect((await events.next()).done).toBe(true)
  })

  test('ends for staff who no longer have a duty for this list, and stays for those who have', async () => {
    const { events } = await openStream('users')
    await next(events, 'ready')
    duties = ['support']
    notifyAll()
    await next(events, 'change')
    duties = ['shipping']
    notifyAll()
    const rest: string[] = []
    for await (const event of events) rest.push(event)
    expect(rest).not.toContain('change')
    expect(rest.at(-1)).toBe('over')
    expect((await openStream('users')).response.status).toBe(403)
  })

  test('ends with its socket', async () => {
    const reader = new AbortController()
    const { events } = await openStream('joined', reader.signal)
    await next(events, 'ready')
    expect(watchers.size).toBe(1)
    reader.abort()
    await expect.poll(() => watchers.size, { timeout: 10_000 }).toBe(0)
  })

  test('is not opened by HEAD, however often', async () => {
    for (let times = 0; times < 250; times++) {
      const head = await fetch(`${address}/admin/live?list=users`, { method: 'HEAD' })
      expect(head.status).toBe(405)
      expect(head.headers.get('allow')).toBe('GET')
    }
    expect(watchers.size).toBe(0)
    const { events } = await openStream()
    await next(events, 'ready')
  })

  test('is capped per person', async () => {
    const reader = new AbortController()
    for (let times = 0; times < maxStreamsPerPerson; times++) {
      const { response } = await openStream('users', reader.signal)
      expect(response.status).toBe(200)
    }
    const other = new AbortController()
    const refused = await openStream()
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBe('30')
    userId = 'bruno'
    expect((await openStream('users', other.signal)).response.status).toBe(200)
    userId = 'ana'
    reader.abort()
    await expect.poll(() => watchers.size).toBe(1)
    expect((await openStream('users', other.signal)).response.status).toBe(200)
    other.abort()
    await expect.poll(() => watchers.size).toBe(0)
  })

  test('does not delay a server that stops', async () => {
    const { events } = await openStream()
    await next(events, 'ready')
    await server.close()
    await expect(next(events, 'change')).rejects.toThrow('ended')
    expect(watchers.size).toBe(0)
  })
})
