import type { CodeMutation, DatabaseMutation } from '../mutation.ts'
import { textOf } from '../mutation.ts'

type Small = [name: string, search: string, replace: string]

/** Mistakes in one file that one test file ought to notice. */
export const inFile = (file: string, test: string, mistakes: readonly Small[]): CodeMutation[] =>
  mistakes.map(([name, search, replace]) => ({ name, file, search, replace, tests: [test] }))

/** Mistakes in one function of the database, as that migration makes it, that one test file ought to notice. */
export function inFunction(
  { name, file }: { name: string; file: string },
  test: string,
  mistakes: readonly Small[],
): DatabaseMutation[] {
  const start = `CREATE FUNCTION ${name}(`
  const made = textOf(file)
    .split('--> statement-breakpoint')
    .map((statement) => statement.slice(statement.indexOf(start)))
    .find((statement) => statement.startsWith(start))
  if (!made) throw new Error(`There is no function ${name} in ${file}`)
  const undo = made.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
  return mistakes.map(([mistake, search, replace]) => {
    const parts = undo.split(search)
    if (parts.length !== 2) throw new Error(`The text of “${mistake}” is not once in ${name}`)
    return { name: mistake, sql: parts.join(replace), undo, tests: [test] }
  })
}
