import { z } from 'zod'

import type { StaffAction } from '../access/access.rules.ts'
import type { AuditAction, SubjectKind } from '../audit/audit.rules.ts'
import { lastSavedBy } from '../audit/record-log.actions.server.ts'
import type { Transaction } from '../database/connection.server.ts'
import { recordCopy } from '../form/fields.copy.ts'
import { baseIn, conflictResponse, formResult } from '../form/record-response.ts'
import type { RecordResult } from '../form/record-result.ts'
import { listStateIn } from '../form/record-state.ts'
import type { Query } from '../http/paths.rules.ts'
import type { Said } from './carry-out.server.ts'
import { asForm, text, version } from './form-fields.ts'
import { Refusal } from './refusal.ts'
import type { Acting, Action } from './staff-action.server.ts'
import { staffAction } from './staff-action.server.ts'

type AnyFields = Record<string, string | boolean>
type RecordErrors<Fields> = RecordResult<Fields & AnyFields>['errors']
type Listed = { list: Query }
const anyRecord = z.looseObject({ id: text(), version: version(), list: text() })
type AnyRecord = z.output<typeof anyRecord>

/** What the record is, `save` is passed apart. */
type Recording = Omit<Acting<never>, 'record'>

type Saving<Fields extends AnyFields, Row, Saved> = {
  needs: StaffAction
  log: AuditAction
  /** The fields in the order of the form. */
  names: readonly (keyof Fields & string)[]
  /** The form as the browser reads it too. */
  read: (form: FormData) => Fields
  save: (acting: Recording, values: Fields, before: Row) => Promise<Saved | Refusal>
  /** `list` is the view of the list that led to the form. */
  say: (saved: Saved & Listed) => string | Said
}

type Known<Row> = {
  kind: SubjectKind
  /** Locks it. */
  find: (tx: Transaction, id: string) => Promise<Row | null>
}

/** The action of a form of a record; its page shows the form again with what it answers. */
type RecordAction<Saved, Fields extends AnyFields> = Action<
  Saved,
  'change',
  { readonly [Field in keyof (Fields & z.input<typeof anyRecord>)]?: unknown }
> & {
  shows?: RecordResult<Fields>
}

/** Defines how staff make a new record. What is refused is shown again as it was typed. */
export const newRecord = <Fields extends AnyFields, Saved extends object | void>(
  definition: Saving<Fields, null, Saved>,
): RecordAction<Saved & Listed, Fields> => define(definition, async () => null)

/**
 * Defines how staff save a record: not over what others saved since the form was opened, but brought
 * together with it and shown again, unless what is sent is what is saved by now. A record that is gone is
 * a result too (410): what was typed is shown.
 */
export const staffRecord = <
  Fields extends AnyFields,
  Row extends { id: string; version: number; fields: Fields; savedAt?: Date },
  Saved extends object | void,
>({
  kind,
  find,
  ...definition
}: Saving<Fields, Row, Saved> & Known<Row>): RecordAction<Saved & Listed, Fields> => {
  const { names } = definition
  return define(definition, async (tx, typed, form, values) => {
    const now = await find(tx, typed.id)
    if (!now) throw refusedWith(formResult('gone', values), 410)
    // A press whose first answer was lost sends again what is saved by now.
    const isSaved = names.every((name) => values[name] === now.fields[name])
    if (isSaved || now.version === typed.version) return now
    const by = await lastSavedBy(tx, kind, now)
    const edits = { base: baseIn<Fields>(form, names), yours: values }
    const { version: current, fields } = now
    const merged = conflictResponse(names, edits, { version: current, fields, by })
    throw refusedWith(merged, 409)
  })
}

function define<Fields extends AnyFields, Row, Saved extends object | void>(
  { needs, log, read, save, say }: Saving<Fields, Row, Saved>,
  found: (tx: Transaction, typed: AnyRecord, form: FormData, values: Fields) => Promise<Row>,
): RecordAction<Saved & Listed, Fields> {
  return staffAction<typeof anyRecord, { version: number }, Saved & Listed, unknown>({
    needs,
    log,
    form: anyRecord,
    async run(acting: Recording, typed): Promise<(Saved & Listed) | Refusal> {
      const form = asForm(typed)
      const values = read(form)
      const saved = await save(acting, values, await found(acting.tx, typed, form, values))
      if (saved instanceof Refusal) {
        const shown = formResult<Fields>('invalid', values, saved.errors as RecordErrors<Fields>)
        return refusedWith(shown, saved.status, saved.message)
      }
      const list = listStateIn(new URLSearchParams({ list: typed.list }))
      return { ...saved, list } as Saved & Listed
    },
    say,
  })
}

/** Without a sentence the form says by its result why it was refused. */
function refusedWith<Fields extends AnyFields>(
  shown: RecordResult<Fields>,
  status: Refusal['status'],
  sentence = '',
): Refusal {
  return new Refusal(status, sentence, shown.errors as Refusal['errors'], { shown })
}

/** The view of the list that led to the form, for `pageAction`. */
export const fromList = ({ url }: { url: URL }) => ({ list: url.searchParams.get('list') ?? '' })

/** Refuses a form whose fields were found wrong. */
export const wrongFields = (errors: Partial<Record<string, string>>): Refusal =>
  new Refusal(400, recordCopy.fixFirst, errors as Refusal['errors'])

/** Refuses one field for what is saved already, such as an email that another record has. */
export const wrong = (field: string, sentence: string): Refusal =>
  new Refusal(409, sentence, { [field]: sentence })
