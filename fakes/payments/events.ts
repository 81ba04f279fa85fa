import type Stripe from 'stripe'

import { parseLine, type Journal } from '#fakes/journal/journal.ts'

import { newId } from './ids.ts'

export const apiVersion = '2026-10-28.endive'

/** An event; its body is serialised once, when it happens. */
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

const maxEvents = 4000
const dropAtOnce = 400

/** The newest 4,000 events, newest last, with the webhook endpoints each is still pending for. */
export class EventLog {
  readonly #journal: Journal
  readonly #now: () => number
  #events: EventRecord[] = []
  readonly #byId = new Map<string, EventRecord>()
  #cause: Cause = { id: null, idempotency_key: null }
  /** Ids of the webhook endpoints subscribed to an event type; set by the webhook delivery. */
  listeners: (type: string) => string[] = () => []
  /** Called with each new event. */
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

  /** Restores an event from its journal line without parsing the body. */
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
    if (this.#events.length < maxEvents + dropAtOnce) return
    for (const old of this.#events.splice(0, dropAtOnce)) this.#byId.delete(old.id)
  }
}

const eventLine = (event: EventRecord) =>
  `${lineStart}${event.body}${betweenBodyAndPending}${JSON.stringify([...event.pending])}}`
