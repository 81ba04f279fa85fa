import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

type Common = {
  /** What goes wrong in the shop with this mistake in place. */
  name: string
  /** Test files that ought to notice it: unit, server or database tests. */
  tests: readonly string[]
  /** Why it is known that no test notices it. */
  survives?: string
}

/** A small mistake in the code: `search` stands in the file exactly once. */
export type CodeMutation = Common & { file: string; search: string; replace: string }

/** A small mistake in the database that the tests copy theirs from. */
export type DatabaseMutation = Common & { sql: string; undo: string }

export type Mutation = CodeMutation | DatabaseMutation

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Why a mutation can't be applied to the code of today, or null. */
export function whyStale(mutation: Mutation): string | null {
  const missing = mutation.tests.find((file) => !existsSync(join(root, file)))
  if (missing) return `there is no ${missing}`
  if (!('file' in mutation)) return null
  if (!existsSync(join(root, mutation.file))) return `there is no ${mutation.file}`
  const count = textOf(mutation.file).split(mutation.search).length - 1
  if (count !== 1) return `its text stands ${count} times in ${mutation.file}`
  return mutation.search === mutation.replace ? 'it changes nothing' : null
}
