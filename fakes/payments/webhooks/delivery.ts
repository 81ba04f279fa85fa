import type Stripe from 'stripe'

import type { FaultRules, WebhookFault } from '#fakes/faults/fault-rules.ts'
import type { Collection } from '#fakes/payments/collection.ts'
import type { EventLog, EventRecord } from '#fakes/payments/events.ts'
import type { World } from '#fakes/payments/world.ts'

import { WebhookPost } from './post.ts'
import { signatureHeader } from './signature.ts'

type Endpoint = { id: string; url: string; secret: string; enabledEvents: string[] }

type Delivery = {
  event: EventRecord
  endpoint: string
  attempts: number
  fault: WebhookFault | null
  ms: number
}

const atOnce = 16
const environmentEndpoint = 'we_from_environment'
/** Retry delays as multiples of the first; the last one repeats for three days. */
const waits = [1, 2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600]
const giveUpAfterSeconds = 3 * 24 * 60 * 60

/**
 * Delivers events to webhook endpoints: up to 16 concurrently, retried with backoff until the response
 * is 2xx. Fault switches withhold, duplicate, reorder, delay or forge deliveries.
 */
export class WebhookDelivery {
  readonly #world: World
  readonly #endpoints: Collection<Stripe.WebhookEndpoint>
  readonly #events: EventLog
  readonly #faults: FaultRules
  readonly #post = new WebhookPost(atOnce)
  readonly #ready: Delivery[] = []
  readonly #timers = new Map<Delivery, NodeJS.Timeout>()
  #withheld: Delivery[] = []
  #heldForReorder: Delivery | null = null
  #inFlight = 0
  #stopped = false

  constructor(world: World, faults: FaultRules) {
    this.#world = world
    this.#endpoints = world.collections.webhookEndpoints
    this.#events = world.events
    this.#faults = faults
    world.events.listeners = (type) => this.#listening(type).map((endpoint) => endpoint.id)
    world.events.onEvent = (event) => this.#begin(event)
  }

  get withheld(): EventRecord[] {
    return this.#withheld.map((delivery) => delivery.event)
  }

  /** Resumes deliveries that were pending at the last stop. */
  resume(): void {
    for (const event of this.#events.all()) this.#begin(event)
  }

  /** Sends withheld deliveries, oldest first, or drops them. */
  release(drop = false): number {
    const withheld = this.#heldForReorder
      ? [...this.#withheld, this.#heldForReorder]
      : this.#withheld
    this.#withheld = []
    this.#heldForReorder = null
    for (const delivery of withheld) {
      if (drop) this.#settle(delivery)
      else this.#enqueue(delivery)
    }
    return withheld.length
  }

  /** Sends an event again to all subscribed endpoints. */
  resend(id: string): boolean {
    const event = this.#events.get(id)
    if (!event) return false
    for (const endpoint of this.#listening(event.type)) {
      event.pending.add(endpoint.id)
      this.#enqueue({ event, endpoint: endpoint.id, attempts: 0, fault: null, ms: 0 })
    }
    return true
  }

  stop(): void {
    this.#stopped = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#post.close()
  }

  #all(): Endpoint[] {
    const { webhookUrl, webhookSecret, webhookEvents } = this.#world.settings
    const made = [...this.#endpoints.oldestFirst()]
      .filter((endpoint) => endpoint.status === 'enabled' && !endpoint.deleted)
      .map(({ id, url, secret, enabled_events }) => ({
        id,
        url,
        secret: secret!,
        enabledEvents: enabled_events,
      }))
    if (!webhookUrl) return made
    return [
      {
        id: environmentEndpoint,
        url: webhookUrl,
        secret: webhookSecret,
        enabledEvents: webhookEvents,
      },
      ...made,
    ]
  }

  #listening(type: string): Endpoint[] {
    return this.#all().filter(
      ({ enabledEvents }) => enabledEvents.includes('*') || enabledEvents.includes(type),
    )
  }

  #begin(event: EventRecord) {
    for (const endpoint of event.pending) {
      const rule = this.#faults.forWebhook(event.type)
      this.#route({
        event,
        endpoint,
        attempts: 0,
        fault: rule?.webhooks ?? null,
        ms: rule?.ms ?? 0,
      })
    }
  }

  #route(delivery: Delivery) {
    switch (delivery.fault) {
      case 'withhold':
        this.#withheld.push(delivery)
        return
      case 'late':
        this.#later(delivery, delivery.ms || 5000)
        return
      case 'double':
        this.#enqueue(delivery)
        this.#enqueue({ ...delivery })
        return
      case 'reorder': {
        const first = this.#heldForReorder
        this.#heldForReorder = first ? null : delivery
        if (!first) return
        this.#enqueue(delivery)
        this.#later(first, 500)
        return
      }
      default:
        this.#enqueue(delivery)
    }
  }

  #enqueue(delivery: Delivery) {
    this.#ready.push(delivery)
    this.#pump()
  }

  #later(delivery: Delivery, ms: number) {
    if (this.#stopped) return
    this.#timers.set(
      delivery,
      setTimeout(() => {
        this.#timers.delete(delivery)
        this.#enqueue(delivery)
      }, ms).unref(),
    )
  }

  #pump() {
    while (this.#inFlight < atOnce && this.#ready.length > 0 && !this.#stopped) {
      void this.#deliver(this.#ready.shift()!)
    }
  }

  async #deliver(delivery: Delivery) {
    const endpoint = this.#all().find(({ id }) => id === delivery.endpoint)
    if (!endpoint) return this.#settle(delivery)
    this.#inFlight += 1
    delivery.attempts += 1
    // The event must be on disk before it is delivered.
    await this.#world.journal.saved()
    const delivered = await this.#post.send(
      endpoint.url,
      delivery.event.body,
      this.#signature(delivery, endpoint.secret),
    )
    this.#inFlight -= 1
    if (delivered) this.#settle(delivery)
    else if (this.#world.now() - delivery.event.created > giveUpAfterSeconds) this.#settle(delivery)
    else {
      const wait = waits[Math.min(delivery.attempts, waits.length) - 1]!
      this.#later(delivery, wait * this.#world.settings.webhookRetryMs)
    }
    this.#pump()
  }

  #signature({ event, fault, ms, attempts }: Delivery, secret: string): string {
    const seconds = Math.floor(Date.now() / 1000)
    if (fault === 'forged' && attempts === 1)
      return signatureHeader(event.body, `${secret}-forged`, seconds)
    if (fault === 'stale' && attempts === 1) {
      return signatureHeader(event.body, secret, seconds - Math.ceil((ms || 360_000) / 1000))
    }
    return signatureHeader(event.body, secret, seconds)
  }

  #settle({ event, endpoint }: Delivery) {
    if (event.pending.delete(endpoint)) {
      this.#world.journal.append(`{"delivered":${JSON.stringify([event.id, endpoint])}}`)
    }
  }
}
