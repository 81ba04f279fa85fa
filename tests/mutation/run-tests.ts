import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { createVitest } from 'vitest/node'

/** What the tests said about a mistake: which one failed first, or why none did. */
export type Verdict =
  | { isKilled: true; by: string }
  | { isKilled: false; why: 'all passed' | 'no test loads it' }

export type TestRun = {
  /** Runs test files together; returns the first failed test, or null when all passed. */
  firstFailure(files: readonly string[]): Promise<string | null>
  /** Runs test files with another text of one file, which is put back afterwards. */
  withText(file: string, text: string, tests: readonly string[]): Promise<Verdict>
  /** Runs a statement in the template database of the tests. */
  inTemplate(statement: string): Promise<void>
  close(): Promise<void>
}

/** A run that says neither that a test failed nor that each file passed is made again so often. */
const maxTries = 4
/** Longer than any single test file takes on a busy machine: what goes on for longer is an endless loop. */
const endless = 400_000
/** What a test says when its surroundings failed it and not the code. */
const isOutside = (message: string) =>
  /ECONNREFUSED|ECONNRESET|too many clients|vitest-pool|Vitest failed|Worker exited/.test(message)

/** Runs tests of a copy of this repository, with one Vitest, PostgreSQL and set of fake servers for all runs. */
export async function startTests(root: string, textOf: (file: string) => string): Promise<TestRun> {
  // Some tests read the sources below the working directory.
  process.chdir(root)
  const reporter = new OneRunReporter()
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
  /** Written by a file that was loaded with its mistake. */
  const mark = join(root, 'mutation-was-loaded')
  const loadedFiles = new Map<string, boolean>()

  async function oneRun(files: readonly string[]): Promise<string | null | 'unsure'> {
    const specifications = specificationsOf(files)
    if (specifications.length < files.length) throw new Error(`No test among ${files.join(', ')}`)
    reporter.start()
    let isEndless = false
    const timer = setTimeout(() => {
      isEndless = true
      // Twice, because the first waits for the test that does not end.
      void vitest.cancelCurrentRun('keyboard-input')
      void vitest.cancelCurrentRun('keyboard-input')
    }, endless)
    await vitest.rerunTestSpecifications(specifications).finally(() => clearTimeout(timer))
    if (isEndless) return 'an endless loop'
    return reporter.result(new Set(specifications.map(({ moduleId }) => moduleId)))
  }

  async function sureRun(files: readonly string[]): Promise<string | null> {
    for (let tries = 0; tries < maxTries; tries++) {
      const result = await oneRun(files)
      if (result !== 'unsure') return result
    }
    throw new Error(`No result of ${files.join(', ')}: ${reporter.outside ?? 'not all of it ran'}`)
  }

  const write = (file: string, text: string) => {
    writeFileSync(join(root, file), text)
    vitest.invalidateFile(join(root, file))
  }

  /** Runs tests with a text that leaves a mark once it is loaded. */
  async function marked(file: string, text: string, tests: readonly string[]) {
    const leaveMark = `\n;process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, '')\n`
    rmSync(mark, { force: true })
    write(file, /\.tsx?$/.test(file) ? text + leaveMark : text)
    try {
      const by = await sureRun(tests)
      return { by, isLoaded: existsSync(mark) }
    } finally {
      write(file, textOf(file))
    }
  }

  return {
    firstFailure: sureRun,
    async withText(file, text, tests) {
      const key = [file, ...tests].join(' ')
      for (let tries = 0; tries < maxTries; tries++) {
        const { by, isLoaded } = await marked(file, text, tests)
        if (by) return { isKilled: true, by }
        if (isLoaded || !/\.tsx?$/.test(file)) return { isKilled: false, why: 'all passed' }
        // Whether the tests load the file at all shows without the mistake.
        if (!loadedFiles.has(key)) {
          loadedFiles.set(key, (await marked(file, textOf(file), tests)).isLoaded)
        }
        if (!loadedFiles.get(key)) return { isKilled: false, why: 'no test loads it' }
      }
      throw new Error(`${file}: its tests ran without its mistake`)
    },
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

/**
 * Keeps what happened in one run alone, and prints nothing. Vitest keeps the results of earlier runs, so
 * that only files that ended in this one count.
 */
class OneRunReporter implements Reporter {
  #ended: TestModule[] = []
  #failed: TestCase[] = []
  outside: string | null = null

  start(): void {
    this.#ended = []
    this.#failed = []
    this.outside = null
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#failed.push(test)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended.push(module)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    const [error] = errors
    if (error) this.outside = error.message ?? 'an error outside the tests'
  }

  /** The first failure; null when each expected file ran to its end and passed; else unsure. */
  result(expected: ReadonlySet<string>): string | null | 'unsure' {
    const messagesOf = (errors: readonly { message: string }[] = []) =>
      errors.map(({ message }) => message).join('\n')
    for (const test of this.#failed) {
      const message = messagesOf(test.result().errors)
      if (!isOutside(message)) return test.fullName
      this.outside ??= message
    }
    for (const module of this.#ended) {
      const suites = [...module.children.allSuites()]
      const message = messagesOf([module, ...suites].flatMap((each) => each.errors()))
      if (message && !isOutside(message)) return `${module.relativeModuleId} as a whole`
      this.outside ??= message || null
    }
    const passed = this.#ended.filter(
      (module) => module.state() === 'passed' && [...module.children.allTests('passed')].length > 0,
    )
    const isWhole = passed.length === expected.size && !this.outside
    return isWhole && passed.every(({ moduleId }) => expected.has(moduleId)) ? null : 'unsure'
  }
}
