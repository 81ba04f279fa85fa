import { fork } from 'node:child_process'

/** To the child: first the file and its tests, then one text of the file after the other. */
export type Asked = { file: string; tests: readonly string[] } | { text: string }
/** The tests that can be run so, then whether one of them failed. */
export type Answer = { tests: string[] } | { isKilled: boolean }

type Quick = {
  /** The tests that pass without a mistake and load the file; Vitest has to run the others. */
  tests: readonly string[]
  isKilled(text: string): Promise<boolean>
  close(): void
}

/** Longer than unit tests take on a busy machine: what goes on for longer is an endless loop. */
const endless = 30_000

/**
 * Runs unit tests in a process that stays: Vitest takes a second and more to run anything again, which of
 * thousands of mistakes makes hours.
 */
export async function startQuick(file: string, wanted: readonly string[]): Promise<Quick> {
  let child = await begun(file, wanted)
  return {
    tests: child.tests,
    async isKilled(text) {
      const said = await child.ask({ text })
      if (said && 'isKilled' in said) return said.isKilled
      child.kill()
      child = await begun(file, child.tests)
      return true
    },
    close: () => child.kill(),
  }
}

async function begun(file: string, wanted: readonly string[]) {
  const process = fork(new URL('quick-child.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  /** Null where it does not answer. */
  const ask = (asked: Asked, within = endless) =>
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
      process.send(asked)
    })
  const first = await ask({ file, tests: wanted }, 10 * endless)
  const tests = first && 'tests' in first ? first.tests : []
  return { tests, ask, kill: () => process.kill('SIGKILL') }
}
