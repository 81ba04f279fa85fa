import type { CodeMutation } from '../mutation.ts'

type Small = [name: string, search: string, replace: string]

/** Mistakes in one file that one test file ought to notice. */
export const inFile = (file: string, test: string, mistakes: readonly Small[]): CodeMutation[] =>
  mistakes.map(([name, search, replace]) => ({ name, file, search, replace, tests: [test] }))
