import { hash } from 'node:crypto'
import type { Journal } from '../journal/journal.ts'
import { StripeFailure } from './errors.ts'

export type StoredAnswer = { status: number; body: string }

type Entry = {
  key: string
  path: string
  fingerprint: string
  at: number
  answer: StoredAnswer | null
  /** The request that first used it has not been answered yet. */
  busy?: boolean
}

const keptForSeconds = 24 * 60 * 60
const keptEntries = 4000

/** Answers kept under the idempotency keys of POST requests, for 24 hours and up to 4,000 of them. */
export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>()
  readonly #journal: Journal
  readonly #now: () => number

  constructor(journal: Journal, now: () => number) {
    this.#journal = journal
    this.#now = now
  }

  /**
   * Takes the key for a request. Gives the kept answer if the same request was answered before,
   * null if it is to be carried out now; refuses a key in use or used for something else.
   */
  take(key: string, path: string, body: string): StoredAnswer | null {
    const fingerprint = hash('sha1', body, 'base64')
    const entry = this.#entries.get(key)
    if (!entry || entry.at + keptForSeconds < this.#now()) {
      this.#entries.delete(key)
      this.#entries.set(key, { key, path, fingerprint, at: this.#now(), answer: null, busy: true })
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
    if (!entry.answer || entry.busy) {
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
    return entry.answer
  }

  keep(key: string, answer: StoredAnswer): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.answer = answer
    this.#journal.append(keyLine(entry))
    if (this.#entries.size <= keptEntries) return
    for (const [oldest, old] of this.#entries) {
      if (old.answer) this.#entries.delete(oldest)
      if (this.#entries.size <= keptEntries) break
    }
  }

  /** The first request is about to be answered: from now on its answer may be given again. */
  answered(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) entry.busy = false
  }

  /** The request was refused before it was carried out: the key is free again. */
  release(key: string): void {
    this.#entries.delete(key)
  }

  restore(entry: unknown): void {
    const known = entry as Entry
    if (known.at + keptForSeconds >= this.#now()) this.#entries.set(known.key, known)
  }

  get size(): number {
    return this.#entries.size
  }

  *lines(): Generator<string> {
    for (const entry of this.#entries.values()) if (entry.answer) yield keyLine(entry)
  }
}

const keyLine = (entry: Entry) => `{"key":${JSON.stringify({ ...entry, busy: undefined })}}`

const idempotencyError = (message: string) =>
  new StripeFailure(400, { type: 'idempotency_error', message }, true)
