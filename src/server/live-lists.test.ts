import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Role } from '#domain/access.ts'

import { liveListLines } from './live-lists.ts'

let app: FastifyInstance
let address: string
let role: Role
let watchers: Set<() => void>
const tellAll = () => watchers.forEach((tell) => tell())

beforeEach(async () => {
  role = 'staff'
  watchers = new Set()
  app = fastify()
  await app.register(liveListLines, {
    shop: { roleNow: async () => role },
    changes: {
      watch: (_list, tell) => {
        watchers.add(tell)
        return () => watchers.delete(tell)
      },
    },
    beatMs: 40,
    calmMs: 200,
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const leaving = () => new AbortController()

async function aLine(list = 'users', signal?: AbortSignal) {
  const answer = await fetch(`${address}/admin/live?list=${list}`, { signal: signal ?? null })
  return { answer, events: eventsOf(answer) }
}

/** The names of the events that come, one by one. */
async function* eventsOf(answer: Response): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const whole = text.split('\n\n')
    text = whole.pop()!
    for (const event of whole) {
      expect(event).toMatch(/^event: \w+\ndata: 1$/)
      yield /^event: (\w+)/.exec(event)![1]!
    }
  }
}

async function next(events: AsyncGenerator<string>, wanted: string): Promise<void> {
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
    if (event === wanted) return
  }
  throw new Error(`The line ended without '${wanted}'`)
}

describe('a line of a list', () => {
  test('is not for visitors, nor for members, nor of what is no list', async () => {
    role = 'visitor'
    expect((await aLine()).answer.status).toBe(401)
    role = 'member'
    expect((await aLine()).answer.status).toBe(403)
    role = 'staff'
    expect((await aLine('passwords')).answer.status).toBe(404)
    expect((await aLine('toString')).answer.status).toBe(404)
    expect(watchers.size).toBe(0)
  })

  test('says that something has changed, and never what', async () => {
    const { answer, events } = await aLine()
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    expect((await events.next()).value).toBe('hello')
    tellAll()
    await next(events, 'change')
  })

  test('says it once for all that changed within a moment, and no change is lost', async () => {
    const { events } = await aLine()
    await next(events, 'hello')
    for (let times = 0; times < 50; times++) tellAll()
    await next(events, 'change')
    await next(events, 'change')
    // Beats go on; what was told once is not told again.
    for (let beats = 0; beats < 8; beats++) expect((await events.next()).value).toBe('beat')
  })

  test('ends for whoever works here no more, before they hear of anything else', async () => {
    for (const now of ['member', 'visitor'] as const) {
      role = 'staff'
      const { events } = await aLine()
      await next(events, 'hello')
      role = now
      tellAll()
      const rest: string[] = []
      for await (const event of events) rest.push(event)
      expect(rest).not.toContain('change')
      expect(rest.at(-1)).toBe('over')
    }
  })

  test('is let go of when its reader leaves', async () => {
    const reader = leaving()
    const { events } = await aLine('joined', reader.signal)
    await next(events, 'hello')
    expect(watchers.size).toBe(1)
    reader.abort()
    await expect.poll(() => watchers.size, { timeout: 10_000 }).toBe(0)
  })

  test('does not hold up a server that stops', async () => {
    const { events } = await aLine()
    await next(events, 'hello')
    await app.close()
    await expect(next(events, 'change')).rejects.toThrow('ended')
    expect(watchers.size).toBe(0)
  })
})
