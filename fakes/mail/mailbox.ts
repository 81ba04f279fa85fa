import { mkdirSync } from 'node:fs'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Journal, parseLine } from '#fakes/journal/journal.ts'
import { randomText } from '#fakes/payments/ids.ts'

import { readMessage, type Message } from './message.ts'

/** The list entry of an email; the message is read from its file. */
export type MailEntry = {
  id: string
  receivedAt: string
  envelope: { from: string; to: string[] }
  from: string
  to: string[]
  subject: string
  size: number
}

export type MailFilter = { to?: string; subject?: string; since?: number }

const maxEmails = 5000
const cached = 100

/** Received emails, newest last, one file each. */
export class Mailbox {
  readonly #folder: string
  readonly #journal: Journal
  #entries = new Map<string, MailEntry>()
  readonly #parsed = new Map<string, Message>()
  #waiting: (() => void)[] = []

  constructor(folder: string) {
    this.#folder = join(folder, 'mail')
    mkdirSync(this.#folder, { recursive: true })
    this.#journal = new Journal(folder, 'mail')
  }

  async open(): Promise<void> {
    await this.#journal.open((line) => {
      const entry = parseLine(line) as { mail?: MailEntry; removed?: string } | undefined
      if (!entry) return false
      if (entry.mail) this.#entries.set(entry.mail.id, entry.mail)
      if (entry.removed) this.#entries.delete(entry.removed)
      return true
    })
    if (this.#journal.entries > 2 * this.#entries.size + 200) {
      await this.#journal.rewrite(() =>
        Array.from(this.#entries.values(), (mail) => JSON.stringify({ mail })),
      )
    }
  }

  close(): Promise<void> {
    return this.#journal.saved()
  }

  /** Stores an email; it is on disk when this resolves. */
  async receive(source: Buffer, envelope: MailEntry['envelope']): Promise<MailEntry> {
    const id = `${Date.now().toString(36)}${randomText(8)}`
    const receivedAt = new Date().toISOString()
    const [message] = await Promise.all([readMessage(source), writeFile(this.#path(id), source)])
    const entry: MailEntry = {
      id,
      receivedAt,
      envelope,
      from: message.from?.address ?? envelope.from,
      to: [...new Set([...envelope.to, ...message.to.map(({ address }) => address)])].map((to) =>
        to.toLowerCase(),
      ),
      subject: message.subject,
      size: source.length,
    }
    this.#entries.set(id, entry)
    this.#remember(id, message)
    this.#journal.append(JSON.stringify({ mail: entry }))
    await this.#journal.saved()
    if (this.#entries.size > maxEmails) await this.remove(this.#entries.keys().next().value!)
    for (const wake of this.#waiting.splice(0)) wake()
    return entry
  }

  get size(): number {
    return this.#entries.size
  }

  entry(id: string): MailEntry | undefined {
    return this.#entries.get(id)
  }

  /** Newest first. */
  list({ to, subject, since }: MailFilter = {}): MailEntry[] {
    const found = [...this.#entries.values()].filter(
      (entry) =>
        (to === undefined || entry.to.includes(to.toLowerCase())) &&
        (subject === undefined || entry.subject.toLowerCase().includes(subject.toLowerCase())) &&
        (since === undefined || Date.parse(entry.receivedAt) >= since),
    )
    return found.toReversed()
  }

  /** As `list`, but waits up to `ms` until at least `count` emails match. */
  async waitFor(filter: MailFilter, count: number, ms: number): Promise<MailEntry[]> {
    const until = Date.now() + ms
    for (;;) {
      const found = this.list(filter)
      const left = until - Date.now()
      if (found.length >= count || left <= 0) return found
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left).unref()
        this.#waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  async read(id: string): Promise<Message | null> {
    const parsed = this.#parsed.get(id)
    if (parsed) return parsed
    const source = await this.source(id)
    if (!source) return null
    const message = await readMessage(source)
    this.#remember(id, message)
    return message
  }

  async source(id: string): Promise<Buffer | null> {
    return this.#entries.has(id) ? readFile(this.#path(id)) : null
  }

  async remove(id: string): Promise<void> {
    if (!this.#entries.delete(id)) return
    this.#parsed.delete(id)
    this.#journal.append(JSON.stringify({ removed: id }))
    await unlink(this.#path(id)).catch(() => {})
  }

  async empty(): Promise<void> {
    const all = Array.from(this.#entries.keys())
    for (const id of all) await this.remove(id)
    await this.#journal.saved()
  }

  #remember(id: string, message: Message) {
    this.#parsed.set(id, message)
    if (this.#parsed.size > cached) this.#parsed.delete(this.#parsed.keys().next().value!)
  }

  #path(id: string) {
    return join(this.#folder, `${id}.eml`)
  }
}
