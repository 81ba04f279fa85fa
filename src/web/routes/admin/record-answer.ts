import type { Clash } from '#domain/three-way.ts'
import { mergeEdits } from '#domain/three-way.ts'

export type RecordProblem = 'invalid' | 'email-taken' | 'staff-email' | 'saved-elsewhere' | 'gone'

type AnyFields = Record<string, string | boolean>
type Errors<Fields> = Partial<Record<keyof Fields, string>>

/** What a save that did not go through brings back to its form. */
export type RecordAnswer<Fields extends AnyFields> = {
  problem: RecordProblem
  /** What the form goes on with. */
  values: Fields
  /** What the server found wrong, beside what the form finds itself. */
  errors: Errors<Fields>
  /** How the record stands now, when somebody saved it meanwhile. */
  now: { version: number; fields: Fields; by: string | null; clashes: Clash<Fields>[] } | null
}

/** The form is shown again with what was typed. */
export const answered = <Fields extends AnyFields>(
  problem: RecordProblem,
  values: Fields,
  errors: Errors<Fields> = {},
): RecordAnswer<Fields> => ({ problem, values, errors, now: null })

type Now<Fields> = { version: number; fields: Fields; by: string | null }

/** The form is shown again with both edits brought together, and with what the others changed. */
export function answeredByClash<Fields extends AnyFields>(
  names: readonly (keyof Fields & string)[],
  { base, yours }: { base: Fields | null; yours: Fields },
  now: Now<Fields>,
): RecordAnswer<Fields> {
  const { merged, clashes } = mergeEdits(names, { base, theirs: now.fields, yours })
  return { problem: 'saved-elsewhere', values: merged, errors: {}, now: { ...now, clashes } }
}

/** What the form was filled from, as it says itself; null when it does not. */
export function baseIn<Fields extends AnyFields>(
  form: FormData,
  names: readonly (keyof Fields & string)[],
): Fields | null {
  try {
    const base: unknown = JSON.parse(String(form.get('base')))
    if (typeof base !== 'object' || base === null) return null
    const fields = base as Fields
    return names.every((name) => ['string', 'boolean'].includes(typeof fields[name]))
      ? fields
      : null
  } catch {
    return null
  }
}

export const statusOfProblem = {
  invalid: 400,
  'email-taken': 409,
  'staff-email': 409,
  'saved-elsewhere': 409,
  gone: 410,
} as const satisfies Record<RecordProblem, number>
