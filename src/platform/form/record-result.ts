import type { Conflict } from './three-way-merge.rules.ts'

export type RecordProblem = 'invalid' | 'saved-elsewhere' | 'gone'

type AnyFields = Record<string, string | boolean>
/** What a save that did not go through brings back to its form. */
export type RecordResult<Fields extends AnyFields> = {
  problem: RecordProblem
  /** What the form goes on with. */
  values: Fields
  /** What the server found wrong, beside what the form finds itself. */
  errors: Partial<Record<keyof Fields, string>>
  /** The record's state now, if it was saved meanwhile. */
  now: { version: number; fields: Fields; by: string | null; conflicts: Conflict<Fields>[] } | null
}
