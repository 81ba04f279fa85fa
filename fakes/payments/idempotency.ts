import { hash } from 'node:crypto'

import type { Journal } from '#fakes/journal/journal.ts'

import { StripeFailure } from './errors.ts'

type StoredResult = { status: number; body: string }

type Entry = {
  key: string
  path: string
  fingerprint: string
  at: number
  result: StoredResult | null
  /** The request that first used the key is still in progress. */
  busy?: boolean
}

const storedForSeconds = 24 * 60 * 60
const maxEntries = 4000

/** Results stored by idempotency key of POST requests, for 24 hours, at most 4,000. */
export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>()
  readonly #journal: Journal
  readonly #now: () => number

  constructor(journal: Journal, now: () => number) {
    this.#journal = journal
    this.#now = now
  }

  /**
   * Takes the key for a request. Returns the stored result if the same request ran before,
   * null if it must run now. Refuses a key in use, or used for another request.
   */
  take(key: string, path: string, body: string): StoredResult | null {
    const fingerprint = hash('sha1', body, 'base64')
    const entry = this.#entries.get(key)
    if (!entry || entry.at + storedForSeconds < this.#now()) {
      this.#entries.delete(key)
      this.#entries.set(key, { key, path, fingerprint, at: this.#now(), result: null, busy: true })
      return null
    }
    if (entry.path !== path) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' was sent, '${entry.path}' first). Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    }
    if (entry.fingerprint !== fingerprint) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    }
    if (!entry.result || entry.busy) {
      throw new StripeFailure(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        },
        true,
      )
    }
    return entry.result
  }

  keep(key: string, result: StoredResult): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.result = result
    this.#journal.append(keyLine(entry))
    if (this.#entries.size <= maxEntries) return
    for (const [oldest, old] of this.#entries) {
      if (old.result) this.#entries.delete(oldest)
      if (this.#entries.size <= maxEntries) break
    }
  }

  /** Marks the first request as finished: its stored result may be replayed from now on. */
  responded(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) entry.busy = false
  }

  /** Frees the key of a request that was refused before it ran. */
  release(key: string): void {
    this.#entries.delete(key)
  }

  restore(entry: unknown): void {
    // Journals written by earlier versions name the field `answer`.
    const { answer, ...fields } = entry as Entry & { answer?: StoredResult }
    const restored = { ...fields, result: fields.result ?? answer ?? null }
    if (restored.at + storedForSeconds >= this.#now()) this.#entries.set(restored.key, restored)
  }

  get size(): number {
    return this.#entries.size
  }

  *lines(): Generator<string> {
    for (const entry of this.#entries.values()) if (entry.result) yield keyLine(entry)
  }
}

const keyLine = (entry: Entry) => `{"key":${JSON.stringify({ ...entry, busy: undefined })}}`

const idempotencyError = (message: string) =>
  new StripeFailure(400, { type: 'idempotency_error', message }, true)
