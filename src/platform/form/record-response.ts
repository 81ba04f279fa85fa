import type { RecordProblem, RecordResult } from './record-result.ts'
import { mergeEdits } from './three-way-merge.rules.ts'

type AnyFields = Record<string, string | boolean>
type Errors<Fields> = Partial<Record<keyof Fields, string>>

/** The form is shown again with what was typed. */
export const formResult = <Fields extends AnyFields>(
  problem: RecordProblem,
  values: Fields,
  errors: Errors<Fields> = {},
): RecordResult<Fields> => ({ problem, values, errors, now: null })

type Now<Fields> = { version: number; fields: Fields; by: string | null }

/** The form is shown again with both edits brought together, and with what the others changed. */
export function conflictResponse<Fields extends AnyFields>(
  names: readonly (keyof Fields & string)[],
  { base, yours }: { base: Fields | null; yours: Fields },
  now: Now<Fields>,
): RecordResult<Fields> {
  const { merged, conflicts } = mergeEdits(names, { base, theirs: now.fields, yours })
  return { problem: 'saved-elsewhere', values: merged, errors: {}, now: { ...now, conflicts } }
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
