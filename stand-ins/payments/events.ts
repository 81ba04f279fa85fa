import type Stripe from 'stripe'
import { parseLine, type Journal } from '../journal/journal.ts'
import { newId } from './ids.ts'

export const apiVersion = '2026-10-28.endive'

/** An event as it is told: its body is fixed when it happens. */
export type EventRecord = {
  id: string
  type: string
  created: number
  body: string
  pending: Set<string>
}

type Cause = { id: string | null; idempotency_key: string | null }

export const lineStart = '{"event":'
const betweenBodyAndPending = ',"pending":'
const linePattern =
  /^\{"event":\{"id":"(\w+)","object":"event","api_version":"[^"]*","created":(\d+),/

const kept = 4000
const dropAtOnce = 400

/** What happened, newest last: the newest 4,000 events, and whoever waits to be told of them. */
export class EventLog {
  readonly #journal: Journal
  readonly #now: () => number
  #events: EventRecord[] = []
  readonly #byId = new Map<string, EventRecord>()
  #cause: Cause = { id: null, idempotency_key: null }
  /** Which webhook endpoints wait for an event of this type; set by the webhooks. */
  listeners: (type: string) => string[] = () => []
  /** Told of each new event. */
  onEvent: (event: EventRecord) => void = () => {}

  constructor(journal: Journal, now: () => number) {
    this.#journal = journal
    this.#now = now
  }

  /** Runs `action` so that its events name the request that caused them. */
  causedBy<T>(cause: Cause, action: () => T): T {
    this.#cause = cause
    try {
      return action()
    } finally {
      this.#cause = { id: null, idempotency_key: null }
    }
  }

  emit(type: Stripe.Event['type'], object: unknown, previous?: unknown): void {
    const id = newId('evt', 24)
    const created = this.#now()
    const pending = new Set(this.listeners(type))
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: apiVersion,
      created,
      data: previous === undefined ? { object } : { object, previous_attributes: previous },
      livemode: false,
      pending_webhooks: pending.size,
      request: this.#cause,
      type,
    })
    const event = { id, type, created, body, pending }
    this.#keep(event)
    this.#journal.append(eventLine(event))
    this.onEvent(event)
  }

  /** Takes up an event from its line in the journal; the body stays the text it is. */
  restore(line: string): boolean {
    const found = linePattern.exec(line)
    const end = line.lastIndexOf(betweenBodyAndPending)
    if (!found || end < 0) return false
    const pending = parseLine(line.slice(end + betweenBodyAndPending.length, -1))
    const body = line.slice(lineStart.length, end)
    const type = body.slice(body.lastIndexOf('"type":"') + 8, -2)
    if (!Array.isArray(pending)) return false
    this.#keep({
      id: found[1]!,
      type,
      created: Number(found[2]),
      body,
      pending: new Set(pending as string[]),
    })
    return true
  }

  get(id: string): EventRecord | undefined {
    return this.#byId.get(id)
  }

  all(): readonly EventRecord[] {
    return this.#events
  }

  get size(): number {
    return this.#events.length
  }

  *lines(): Generator<string> {
    for (const event of this.#events) yield eventLine(event)
  }

  #keep(event: EventRecord) {
    if (this.#byId.has(event.id)) return
    this.#events.push(event)
    this.#byId.set(event.id, event)
    if (this.#events.length < kept + dropAtOnce) return
    for (const old of this.#events.splice(0, dropAtOnce)) this.#byId.delete(old.id)
  }
}

const eventLine = (event: EventRecord) =>
  `${lineStart}${event.body}${betweenBodyAndPending}${JSON.stringify([...event.pending])}}`
