import { fieldValue } from '../form/field-value.rules.ts'
import type { FieldWords } from '../form/field-value.rules.ts'
import { fieldNames } from '../form/fields.copy.ts'
import { inOrder } from '../text/in-order.rules.ts'
import { plural } from '../text/plural.rules.ts'
import { notedEverywhere } from './audit-log.copy.ts'
import { changesOf } from './audit.rules.ts'
import type {
  ActionWords,
  AuditEntry,
  AuditSubjectWords,
  LogContribution,
  SubjectKind,
  WordedEntry,
} from './audit.rules.ts'

const actions = new Map<string, ActionWords>([
  ['list-exported', ['List exported', 'exported the list', 'as a file']],
])
const fields = new Map<string, string>(Object.entries({ ...fieldNames, ...notedEverywhere }))
const values: { -readonly [Field in keyof FieldWords]: FieldWords[Field] } = {}
const earlier = new Map<string, string>()
const subjects = new Map<string, AuditSubjectWords[string]>([['list', {}]])

/** Adds what a module logs; `app` does so with each module before the shop opens. */
export function addToLog(log: LogContribution): void {
  for (const [action, words] of Object.entries(log.actions)) actions.set(action, words)
  for (const [action, now] of Object.entries(log.earlier ?? {})) earlier.set(action, now)
  for (const [field, name] of Object.entries(log.fields ?? {})) fields.set(field, name)
  // Several modules log a `state`: each has words for its own.
  for (const [field, words] of Object.entries(log.values ?? {})) {
    const others = values[field]
    values[field] = (value) => others?.(value) ?? words!(value)
  }
  for (const [kind, subject] of Object.entries(log.subjects)) subjects.set(kind, subject)
}

export const isSubjectKind = (text: string): text is SubjectKind => subjects.has(text)

export const isLogged = (action: string): boolean => actions.has(action)

/** Each action and its name, by the alphabet. */
export const actionNames = (): [action: string, name: string][] =>
  [...actions]
    .map(([action, [name]]): [string, string] => [action, name])
    .toSorted(([, a], [, b]) => inOrder(a, b))

/** The action in words, or its key where there are none. */
export const actionName = (action: string): string =>
  actions.get(earlier.get(action) ?? action)?.[0] ?? action

/** Where a field stands among all; what has no name comes last. */
function placeOf(field: string): number {
  const place = [...fields.keys()].indexOf(field)
  return place < 0 ? Infinity : place
}

/** `shipsFrom` is `Ships from` and `isHeld` is `Held`, where no module has a name for the field. */
function inWords(field: string): string {
  const words = field
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The email of a person; a part of the shop has a name, with which the sentence begins. */
const actorName = (email: string) =>
  email.includes('@') ? email : email.charAt(0).toUpperCase() + email.slice(1) || 'The shop'

/** An entry as a sentence around its subject; the log notes emails by their kind and recipient. */
export function worded<Entry extends AuditEntry>(entry: Entry): Entry & WordedEntry {
  const { action, actorEmail, subjectKind, subjectId, subjectLabel } = entry
  // Actions of earlier versions have a name only.
  const [, did, after] = actions.get(action) ?? ['', `: ${actionName(action)},`, '']
  const { name, page } = subjects.get(subjectKind) ?? {}
  const rows = entry.after?.['rows']
  const count = typeof rows === 'number' ? ` (${plural(rows, 'row')})` : ''
  return {
    ...entry,
    sentence: {
      before: `${actorName(actorEmail)} ${did}`.replace(' :', ':'),
      subject: subjectLabel ? (name?.(subjectLabel) ?? subjectLabel) : subjectId,
      page: page?.(subjectId, subjectLabel) ?? null,
      after: `${after && ` ${after}`}${count}.`,
    },
    changes: changesOf(entry)
      .toSorted((a, b) => placeOf(a.field) - placeOf(b.field))
      .map((change) => ({
        field: change.field,
        name: fields.get(change.field) ?? inWords(change.field),
        before: fieldValue(change.field, change.before, values),
        after: fieldValue(change.field, change.after, values),
      })),
  }
}
