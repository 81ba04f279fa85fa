import { fork } from 'node:child_process'

/** Part of a file: where it begins and ends, and how often it ran. */
export type Part = [start: number, end: number, times: number]
/** Parts of files that ran. The smallest around a place counts. */
export type Reached = Record<string, Part[]>

/** To the child: what tests inject, a file of tests to be measured, or some tests with a text of one file. */
export type Asked =
  | { given: Record<string, unknown> }
  | { test: string; files: readonly string[] }
  | { file: string; text: string; test: string; only: readonly number[] | null }

type Measured = {
  /** Why it fails as it is; then it says nothing about mistakes. */
  failed: string | null
  /** What its hooks reach. */
  around: Reached[]
  /** What its imports run as they are loaded, such as constants. */
  loaded: Reached
  tests: { id: number; ms: number; reached: Reached }[]
}
export type Answer = Measured | { failed: string | null }

export type Quick = {
  measure(test: string, files: readonly string[]): Promise<Measured | null>
  /** Why the first of those tests fails that does, with that text of a file, or null. */
  failure(mistake: {
    file: string
    text: string
    test: string
    only: readonly number[] | null
    ms: number
  }): Promise<string | null>
  close(): void
}

/** Longer than a file of tests takes on a busy machine: what goes on for longer is an endless loop. */
const endless = 60_000
/** Each text stays in memory, since Node forgets no module. */
const maxTexts = 150

/**
 * Runs tests in a process that stays: Vitest takes a second and more to run anything again, which of
 * thousands of mistakes makes hours.
 */
export async function startQuick(given: Record<string, unknown>): Promise<Quick> {
  let child = await begun(given)
  let texts = 0
  async function another() {
    child.kill()
    child = await begun(given)
    texts = 0
  }
  return {
    async measure(test, files) {
      const said = await child.ask({ test, files }, 10 * endless)
      if (said && 'tests' in said) return said
      await another()
      return null
    },
    async failure({ ms, ...mistake }) {
      if (texts++ > maxTexts) await another()
      const said = await child.ask(mistake, endless + 10 * ms)
      if (said) return said.failed
      await another()
      return 'an endless loop'
    },
    close: () => child.kill(),
  }
}

async function begun(given: Record<string, unknown>) {
  const process = fork(new URL('quick-child.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  /** Null where it does not answer. */
  const ask = (asked: Asked | null, within: number) =>
    new Promise<Answer | null>((resolve) => {
      const late = setTimeout(() => said(null), within)
      const left = () => said(null)
      function said(answer: Answer | null): void {
        clearTimeout(late)
        process.off('message', said)
        process.off('exit', left)
        resolve(answer)
      }
      process.once('message', said)
      process.once('exit', left)
      if (asked) process.send(asked)
    })
  await ask(null, 10 * endless)
  process.send({ given } satisfies Asked)
  return { ask, kill: () => process.kill('SIGKILL') }
}
