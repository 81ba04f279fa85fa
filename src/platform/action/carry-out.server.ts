import { createHash, randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { Transaction } from '../database/connection.server.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { isUuid } from '../database/uuid.ts'
import type { NewFlash } from '../http/flash.rules.ts'
import type { Services } from '../services/services.ts'
import { shopDates } from '../text/dates.rules.ts'
import { beginningOf } from '../text/typed-hour.rules.ts'
import { notThere, Refusal, savedElsewhere } from './refusal.ts'

/** What every action that changes something in one transaction is passed. */
export type Changing<Row> = {
  services: Services
  tx: Transaction
  now: Date
  /** The calendar day in the shop's time zone. */
  today: string
  /** The idempotency key of the form and what was typed in it, or a new one where the form has none. */
  formKey: string
  /** What `record` found; null for a new one. */
  record: Row | null
  /** The beginning of a calendar day in the shop's time zone. */
  midnight(day: string): Date
}

/** How a change is read, found, written and said, whoever makes it. */
export type Steps<Form extends z.ZodType, Row, Ran, After> = {
  form: Form
  /**
   * The record that the form was filled from; null for a new one. The form's `version` is compared
   * with it. Locked here, unless the update compares the version once more.
   */
  record?: (tx: Transaction, input: z.output<Form>) => Promise<Row | null>
  /** What the form with this key did, if it was sent before: it is not done again, and needs a key. */
  once?: (tx: Transaction, formKey: string) => Promise<Ran | null>
  /** After the commit, such as what takes transactions of its own. */
  afterwards?: (services: Services, ran: Ran) => Promise<After>
  say?: (done: Ran & After) => string | Said
}

/** What the next page says, if anything, and where it is: the same page without `to`. */
export type Said = Partial<Pick<NewFlash, 'tone' | 'sentence' | 'email'>> & {
  at?: NewFlash['at']
  to?: string
  /** In place of another page, the same one shows what came of it, with this status. */
  stays?: 200 | 404 | 409 | 429
  /** `Set-Cookie` values. */
  cookies?: readonly string[]
  /** The browser loads `to` as a new document: a page without React, or of another site. */
  isDocument?: boolean
}

export type Refused = {
  ok: false
  status: Refusal['status']
  errors: Refusal['errors']
  sentence: string
} & Refusal['more']
export type Done<Ran> = { done: Ran; said: Said | null }
export type Result<Ran> = ({ ok: true } & Done<Ran>) | Refused

export type Sending = {
  /** The idempotency key of the form. */
  key?: string | undefined
  /** Of the request. */
  headers?: Headers | undefined
}

/** Reads, finds and writes a change in one transaction, or not at all. */
export async function carryOut<
  Form extends z.ZodType,
  Row extends { version: number },
  Ran extends object | void,
  After,
>(
  { form, record, once, afterwards, say }: Steps<Form, Row, Ran, After>,
  run: (changing: Changing<Row>, input: z.output<Form>) => Promise<Ran | Refusal>,
  services: Services,
  typed: object,
  key: string | undefined,
): Promise<Done<Ran & After>> {
  if (once && !isKey(key)) throw new Refusal(400, 'The form is incomplete. Please load it again.')
  const formKey = keyOfSent(key, typed)
  const input = parsed(form, typed)
  const write = async (tx: Transaction) => {
    if (once) {
      // A second press waits until the first is committed.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`)
      const before = await once(tx, formKey)
      if (before !== null) return before
    }
    const found = record ? await record(tx, input) : null
    if (record) compareVersions(found, input)
    const now = services.clock()
    const { timeZone } = services.settings
    const changing: Changing<Row> = {
      services,
      tx,
      now,
      today: shopDates(timeZone).isoDay(now),
      formKey,
      record: found,
      midnight: (day) => midnight(day, timeZone),
    }
    return demandDone(await run(changing, input))
  }
  // Where another action took the same name meanwhile, the second time it is found and refused.
  const ran = await services.db.transaction(write).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return services.db.transaction(write)
  })
  const after = await afterwards?.(services, ran)
  return saying(say, { ...ran, ...after } as Ran & After)
}

/** What came of an action; a refusal that it throws on the way is one of its results. */
export async function resultOf<Ran>(perform: () => Promise<Done<Ran>>): Promise<Result<Ran>> {
  try {
    return { ok: true, ...(await perform()) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, errors, message: sentence, more } = error
    return { ok: false, status, errors, sentence, ...more }
  }
}

export function demandDone<Ran>(result: Ran | Refusal): Ran {
  if (result instanceof Refusal) throw result
  return result
}

export function saying<Ran>(say: ((done: Ran) => string | Said) | undefined, done: Ran): Done<Ran> {
  const said = say ? say(done) : null
  return { done, said: typeof said === 'string' ? { sentence: said } : said }
}

const isKey = (key: string | undefined): key is string => key !== undefined && isUuid(key)

/**
 * The idempotency key of what was sent. A form that is sent again with other values, as after the Back button,
 * asks for something else: it is not answered with what came of the first.
 */
export function keyOfSent(key: string | undefined, typed: object): string {
  if (!isKey(key)) return randomUUID()
  const hash = createHash('sha256').update(JSON.stringify([key, Object.entries(typed).sort()]))
  return hash.digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
}

/**
 * What a caller passes for a form: its fields alone, with whatever was typed in them. A form whose fields
 * are not known to its type takes any.
 */
export type Typed<Form extends z.ZodType> = FieldsOf<z.input<Form>>
type FieldsOf<Input> = unknown extends Input
  ? object
  : Input extends object
    ? { readonly [Field in keyof Input]?: unknown }
    : object

/** Of a missing field, or a choice that no page offers; sentences of the schema itself come first. */
const incomplete = 'Part of this form is missing or out of date. Please load the page again.'

/** What was typed, read by the form's schema; the first sentence of each field that is wrong. */
export function parsed<Form extends z.ZodType>(form: Form, typed: object): z.output<Form> {
  const read = form.safeParse(typed, { error: () => incomplete })
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message
  throw new Refusal(400, Object.values(errors)[0]!, errors)
}

function compareVersions(record: { version: number } | null, input: unknown): void {
  const { version } = input as { version?: number | null }
  if (version === undefined) throw new Error('The form of a record has no version')
  if (!record && version !== null) throw notThere()
  if (record && record.version !== version) throw savedElsewhere()
}

function midnight(day: string, timeZone: string): Date {
  const at = beginningOf(day, timeZone)
  if (!at) throw new Refusal(400, 'That is not a day.')
  return at
}
