import type { Reporter, TestModule } from 'vitest/node'

const title = 'what was broken | outcome | seconds\n--- | --- | ---'

/** Prints each fault with its result and duration, as a table for docs/faults.md. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => {
        const { state } = test.result()
        const outcome = { passed: 'whole', failed: '**NOT WHOLE**', skipped: 'not tried here' }
        const seconds = ((test.diagnostic()?.duration ?? 0) / 1_000).toFixed(1)
        const name = test.fullName.replaceAll(' > ', ' ').replaceAll('|', '/')
        return `${name} | ${outcome[state as keyof typeof outcome] ?? state} | ${seconds}`
      }),
    )
    process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
  }
}
