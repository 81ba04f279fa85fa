import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import type { AuditChange, AuditSubject } from '../audit/audit-log.store.server.ts'
import { writeAuditEntry } from '../audit/audit-log.store.server.ts'
import type { AuditAction } from '../audit/audit.rules.ts'
import type { Transaction } from '../database/connection.server.ts'
import { isUuid } from '../database/uuid.ts'
import type { NewFlash } from '../http/flash.rules.ts'
import type { Services, Staff } from '../services/services.ts'
import { shopDates } from '../text/dates.rules.ts'
import { readHour } from '../text/typed-hour.rules.ts'

import { codeDue, notAllowed, notThere, Refusal, savedElsewhere } from './refusal.ts'

/** Who acts; a limited login session is one that a link in an email opened. */
export type Viewer = Staff & { isLimited?: boolean }

/** What an action that changes something is passed. */
export type Acting<Row> = {
  services: Services
  tx: Transaction
  viewer: Viewer
  now: Date
  /** The calendar day in the shop's time zone. */
  today: string
  /** The idempotency key of the form, or a new one where the form has none. */
  formKey: string
  /** What `record` found; null for a new one. */
  record: Row | null
  /** The beginning of a calendar day in the shop's time zone. */
  midnight(day: string): Date
  /** Writes an entry of the audit log when the action is done, in its transaction. */
  audit(subject: AuditSubject, change?: AuditChange): void
  /** Says that nothing was changed, so that there is nothing for the audit log. */
  unchanged(): void
}

/** What the next page says, if anything, and where it is: the same page without `to`. */
export type Said = { tone?: NewFlash['tone']; sentence?: string; to?: string } & Pick<
  NewFlash,
  'at'
>

type Access = {
  /** What staff must be allowed to do. */
  duty: StaffAction
  /** It can't be undone or concerns many: the code of the second factor is asked for again. */
  fresh?: true
}

/** The properties are read in this order, by people and for their types. */
type Change<Form extends z.ZodType, Row, Ran, After> = Access & {
  /** Null where what it does says itself who asked, such as a queued job. */
  log: AuditAction | null
  form: Form
  /**
   * The record that the form was filled from; null for a new one. The form's `version` is compared
   * with it. Locked here, unless the update compares the version once more.
   */
  record?: (tx: Transaction, input: z.output<Form>) => Promise<Row | null>
  /** What the form with this key did, if it was sent before: it is not done again, and needs a key. */
  once?: (tx: Transaction, formKey: string) => Promise<Ran | null>
  /** In a transaction, which a refusal rolls back. */
  run: (acting: Acting<Row>, input: z.output<Form>) => Promise<Ran | Refusal>
  /** After the commit, such as what takes transactions of its own. */
  afterwards?: (services: Services, ran: Ran) => Promise<After>
  say?: (done: Ran & After) => string | Said
}

/** What an action with transactions of its own is passed. */
export type Working = Pick<
  Acting<never>,
  'services' | 'viewer' | 'now' | 'formKey' | 'unchanged'
> & {
  /** Writes an entry of the audit log in the transaction that makes the change. */
  audit(tx: Transaction, subject: AuditSubject, change?: AuditChange): Promise<void>
}

type Work<Form extends z.ZodType, Ran> = Access & {
  log: AuditAction
  form: Form
  run: (working: Working, input: z.output<Form>) => Promise<Ran | Refusal>
  say?: (done: Ran) => string | Said
}

type Preview<Form extends z.ZodType, Shown> = Access & {
  form: Form
  show: (services: Services, input: z.output<Form>) => Promise<Shown>
}

export type Refused = {
  ok: false
  status: Refusal['status']
  errors: Refusal['errors']
  sentence: string
  isCodeDue?: boolean
}
export type Result<Done> = { ok: true; done: Done; said: Said | null } | Refused

type Sending = { key?: string | undefined }

/** An action as its page and tests call it: with what was typed, which it checks. */
export type Action<Done, Kind extends 'change' | 'preview' = 'change' | 'preview'> = Access & {
  (services: Services, viewer: Viewer, typed: object, sending?: Sending): Promise<Result<Done>>
  kind: Kind
}

/**
 * Defines what staff can do, once. Refuses who may not, checks what was typed, and writes everything in
 * one transaction with its entry of the audit log, or nothing.
 */
export function staffAction<
  Form extends z.ZodType,
  Row extends { version: number },
  Ran extends object | void,
  After,
>(definition: Change<Form, Row, Ran, After>): Action<Ran & After, 'change'> {
  const { log, form, record, once, run, afterwards, say } = definition
  return define(definition, 'change', async (services, viewer, typed, { key }) => {
    const isKeyed = key !== undefined && isUuid(key)
    if (once && !isKeyed) throw new Refusal(400, 'The form is incomplete. Please load it again.')
    const formKey = isKeyed ? key : randomUUID()
    const input = parsed(form, typed)
    const ran = await services.db.transaction(async (tx) => {
      if (once) {
        // A second press waits until the first is committed.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`)
        const before = await once(tx, formKey)
        if (before !== null) return before
      }
      const found = record ? await record(tx, input) : null
      if (record) compareVersions(found, input)
      const entries: [AuditSubject, AuditChange][] = []
      let isUnchanged = false
      const now = services.clock()
      const acting: Acting<Row> = {
        services,
        tx,
        viewer,
        now,
        today: shopDates(services.settings.timeZone).isoDay(now),
        formKey,
        record: found,
        midnight: (day) => midnight(day, services.settings.timeZone),
        audit: (subject, change = {}) => entries.push([subject, change]),
        unchanged: () => (isUnchanged = true),
      }
      const result = await run(acting, input)
      if (result instanceof Refusal) throw result
      if (log && entries.length === 0 && !isUnchanged) {
        throw new Error(`Nothing was logged as ${log}`)
      }
      for (const [subject, change] of entries) {
        if (!log) throw new Error('An entry, and no action to log it as')
        await writeAuditEntry(tx, viewer, log, subject, change)
      }
      return result
    })
    const after = await afterwards?.(services, ran)
    const done = { ...ran, ...after } as Ran & After
    return { done, said: saidOf(say?.(done)) }
  })
}

/**
 * The same for what calls outside or takes transactions of its own. A refusal undoes only the
 * transaction that it is thrown in.
 */
export function staffWork<Form extends z.ZodType, Ran extends object | void>(
  definition: Work<Form, Ran>,
): Action<Ran, 'change'> {
  const { log, form, run, say } = definition
  return define(definition, 'change', async (services, viewer, typed, { key }) => {
    let isLogged = false
    const ran = await run(
      {
        services,
        viewer,
        now: services.clock(),
        formKey: key !== undefined && isUuid(key) ? key : randomUUID(),
        async audit(own, subject, change = {}) {
          isLogged = true
          await writeAuditEntry(own, viewer, log, subject, change)
        },
        unchanged: () => (isLogged = true),
      },
      parsed(form, typed),
    )
    if (ran instanceof Refusal) throw ran
    if (!isLogged) throw new Error(`Nothing was logged as ${log}`)
    return { done: ran, said: saidOf(say?.(ran)) }
  })
}

/** Defines what staff are shown for what they typed, before they do it; nothing is written. */
export function staffPreview<Form extends z.ZodType, Shown extends object>(
  definition: Preview<Form, Shown>,
): Action<Shown, 'preview'> {
  const { form, show } = definition
  return define(definition, 'preview', async (services, _viewer, typed) => ({
    done: await show(services, parsed(form, typed)),
    said: null,
  }))
}

const saidOf = (said: string | Said | undefined): Said | null =>
  typeof said === 'string' ? { sentence: said } : (said ?? null)

function define<Done, Kind extends 'change' | 'preview'>(
  { duty, fresh }: Access,
  kind: Kind,
  perform: (
    services: Services,
    viewer: Viewer,
    typed: object,
    sending: Sending,
  ) => Promise<{ done: Done; said: Said | null }>,
): Action<Done, Kind> {
  const action = async (
    services: Services,
    viewer: Viewer,
    typed: object,
    sending: Sending = {},
  ): Promise<Result<Done>> => {
    try {
      if (!may(viewer, duty) || viewer.isLimited) throw notAllowed()
      if (fresh && viewer.isCodeStale) throw codeDue()
      return { ok: true, ...(await perform(services, viewer, typed, sending)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, errors, isCodeDue, message: sentence } = error
      return { ok: false, status, errors, sentence, ...(isCodeDue && { isCodeDue }) }
    }
  }
  return Object.assign(action, { kind, duty, ...(fresh && { fresh }) })
}

/** What was typed, read by the form's schema; the first sentence of each field that is wrong. */
function parsed<Form extends z.ZodType>(form: Form, typed: object): z.output<Form> {
  const read = form.safeParse(typed)
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
  const read = readHour(`${day}T00:00`, timeZone)
  if (!read.ok) throw new Refusal(400, 'That is not a day.')
  return read.at
}
