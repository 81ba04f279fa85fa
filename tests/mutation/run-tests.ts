import { join } from 'node:path'

import pg from 'pg'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { createVitest } from 'vitest/node'

export type TestRun = {
  /** Runs test files together; returns the first failed test, or null when all passed. */
  firstFailure(files: readonly string[]): Promise<string | null>
  /** Invalidates a changed source file, so that the next run reads it again. */
  forget(file: string): void
  /** Runs a statement in the template database of the tests. */
  inTemplate(statement: string): Promise<void>
  close(): Promise<void>
}

/** Runs tests of a copy of this repository, with one Vitest, PostgreSQL and set of fake servers for all runs. */
export async function startTests(root: string): Promise<TestRun> {
  const reporter = new FailureReporter()
  const vitest = await createVitest(
    'test',
    {
      root,
      project: ['unit', 'servers', 'database'],
      watch: false,
      bail: 1,
      reporters: [reporter],
    },
    { logLevel: 'silent' },
  )
  // Prepares the projects without running anything.
  const all = await vitest.globTestSpecifications()
  const specificationsOf = (files: readonly string[]) => {
    const wanted = new Set(files.map((file) => join(root, file)))
    return all.filter(({ moduleId }) => wanted.has(moduleId))
  }
  return {
    async firstFailure(files) {
      const specifications = specificationsOf(files)
      if (specifications.length < files.length) throw new Error(`No test among ${files.join(', ')}`)
      reporter.failure = null
      await vitest.rerunTestSpecifications(specifications)
      if (reporter.broken) throw new Error(reporter.broken)
      return reporter.failure
    },
    forget: (file) => vitest.invalidateFile(join(root, file)),
    inTemplate: (statement) => query(databaseUrlOf(vitest), statement),
    close: () => vitest.close(),
  }
}

const databaseUrlOf = (vitest: Vitest): string =>
  vitest.getProjectByName('database').getProvidedContext().databaseUrl

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Keeps the first failed test of a run, and prints nothing. */
class FailureReporter implements Reporter {
  failure: string | null = null
  broken: string | null = null

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    for (const module of modules) {
      const [test] = [...module.children.allTests('failed')]
      this.failure ??= test?.fullName ?? null
      if (module.state() === 'failed') this.failure ??= `${module.relativeModuleId} as a whole`
    }
    // An error without a failed test, such as a worker that could not start, is no result.
    if (!this.failure && errors[0]) this.broken = errors[0].message ?? 'an error outside the tests'
  }
}
