import type { z } from 'zod'

import type { StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import type { AuditChange } from '../audit/audit-log.store.server.ts'
import { writeAuditEntry } from '../audit/audit-log.store.server.ts'
import type { AuditSubject, AuditAction } from '../audit/audit.rules.ts'
import type { Transaction } from '../database/connection.server.ts'
import type { Services, Staff } from '../services/services.ts'
import type { Changing, Done, Result, Said, Sending, Steps, Typed } from './carry-out.server.ts'
import { carryOut, demandDone, keyOfSent, parsed, resultOf, saying } from './carry-out.server.ts'
import type { Refusal } from './refusal.ts'
import { codeDue, notAllowed } from './refusal.ts'

/** What an action of staff that changes something is passed. */
export type Acting<Row> = Changing<Row> & {
  viewer: Staff
  /** Writes an entry of the audit log when the action is done, in its transaction. */
  audit(subject: AuditSubject, change?: AuditChange): void
  /** Says that nothing was changed, so that there is nothing for the audit log. */
  unchanged(): void
}

type Access = {
  /** What staff must be allowed to do. */
  needs: StaffAction
  /** It can't be undone or concerns many: the code of the second factor is asked for again. */
  fresh?: true
}

/** The properties are read in this order, by people and for their types. */
type Change<Form extends z.ZodType, Row, Ran, After> = Access & {
  /** Null where what it does says itself who asked, such as a queued job. */
  log: AuditAction | null
} & Steps<Form, Row, Ran, After> & {
    /** In a transaction, which a refusal rolls back. */
    run: (acting: Acting<Row>, input: z.output<Form>) => Promise<Ran | Refusal>
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
  log: AuditAction | null
  form: Form
  run: (working: Working, input: z.output<Form>) => Promise<Ran | Refusal>
  say?: (done: Ran) => string | Said
}

type Preview<Form extends z.ZodType, Shown> = Access & {
  form: Form
  show: (services: Services, input: z.output<Form>, viewer: Staff) => Promise<Shown | Refusal>
}

/**
 * An action as its page and tests call it: with what was typed, which it checks. Without `Fields` one that
 * any form may have.
 */
export type Action<
  Ran,
  Kind extends 'change' | 'preview' = 'change' | 'preview',
  Fields extends object = never,
> = Access & {
  (services: Services, viewer: Staff, typed: Fields, sending?: Sending): Promise<Result<Ran>>
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
>(definition: Change<Form, Row, Ran, After>): Action<Ran & After, 'change', Typed<Form>> {
  const { log, run } = definition
  return define(definition, 'change', (services, viewer, typed, { key }) => {
    const runAndLog = async (changing: Changing<Row>, input: z.output<Form>) => {
      const entries: [AuditSubject, AuditChange][] = []
      let isUnchanged = false
      const acting: Acting<Row> = {
        ...changing,
        viewer,
        audit: (subject, change = {}) => entries.push([subject, change]),
        unchanged: () => (isUnchanged = true),
      }
      const ran = demandDone(await run(acting, input))
      if (log && entries.length === 0 && !isUnchanged) {
        throw new Error(`Nothing was logged as ${log}`)
      }
      for (const [subject, change] of entries) {
        if (!log) throw new Error('An entry, and no action to log it as')
        await writeAuditEntry(changing.tx, viewer, log, subject, change)
      }
      return ran
    }
    return carryOut(definition, runAndLog, services, typed, key)
  })
}

/**
 * The same for what calls outside or takes transactions of its own. A refusal undoes only the
 * transaction that it is thrown in.
 */
export function staffWork<Form extends z.ZodType, Ran extends object | void>(
  definition: Work<Form, Ran>,
): Action<Ran, 'change', Typed<Form>> {
  const { log, form, run, say } = definition
  return define(definition, 'change', async (services, viewer, typed, { key }) => {
    let isLogged = false
    const working: Working = {
      services,
      viewer,
      now: services.clock(),
      formKey: keyOfSent(key, typed),
      async audit(own, subject, change = {}) {
        if (!log) throw new Error('An entry, and no action to log it as')
        isLogged = true
        await writeAuditEntry(own, viewer, log, subject, change)
      },
      unchanged: () => (isLogged = true),
    }
    const ran = demandDone(await run(working, parsed(form, typed)))
    if (log && !isLogged) throw new Error(`Nothing was logged as ${log}`)
    return saying(say, ran)
  })
}

/** Defines what staff are shown for what they typed, before they do it; nothing is written. */
export function staffPreview<Form extends z.ZodType, Shown extends object>(
  definition: Preview<Form, Shown>,
): Action<Shown, 'preview', Typed<Form>> {
  const { form, show } = definition
  return define(definition, 'preview', async (services, viewer, typed) => ({
    done: demandDone(await show(services, parsed(form, typed), viewer)),
    said: null,
  }))
}

function define<Ran, Kind extends 'change' | 'preview', Fields extends object>(
  { needs, fresh }: Access,
  kind: Kind,
  perform: (
    services: Services,
    viewer: Staff,
    typed: object,
    sending: Sending,
  ) => Promise<Done<Ran>>,
): Action<Ran, Kind, Fields> {
  const action = (services: Services, viewer: Staff, typed: Fields, sending: Sending = {}) =>
    resultOf(() => {
      if (!may(viewer, needs)) throw notAllowed()
      if (fresh && viewer.isCodeStale) throw codeDue()
      return perform(services, viewer, typed, sending)
    })
  return Object.assign(action, { kind, needs, ...(fresh && { fresh }) })
}
