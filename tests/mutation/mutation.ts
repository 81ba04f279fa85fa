import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

type Common = {
  /** The faulty behavior that the mutation causes. */
  name: string
  /** Test files that have to kill it: unit, server or database tests. */
  tests: readonly string[]
  /** Why no test can kill it. */
  survives?: string
}

/** A change of the code; `search` occurs exactly once in the file. */
export type CodeMutation = Common & { file: string; search: string; replace: string }

/** A change of the template database of the tests. */
export type DatabaseMutation = Common & { sql: string; undo: string }

export type Mutation = CodeMutation | DatabaseMutation

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Why a mutation can't be applied to the current code, or null. */
export function whyStale(mutation: Mutation): string | null {
  const missing = mutation.tests.find((file) => !existsSync(join(root, file)))
  if (missing) return `there is no ${missing}`
  if (!('file' in mutation)) return null
  if (!existsSync(join(root, mutation.file))) return `there is no ${mutation.file}`
  const count = textOf(mutation.file).split(mutation.search).length - 1
  if (count !== 1) return `its text occurs ${count} times in ${mutation.file}`
  return mutation.search === mutation.replace ? 'it changes nothing' : null
}
