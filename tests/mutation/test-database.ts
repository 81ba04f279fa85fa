import type { TestProject } from 'vitest/node'

import setUp from '#tests/harness/database-setup.ts'

/** The PostgreSQL and fake servers that database tests have under Vitest, started once they are needed. */
export function databaseOfTests() {
  const given: Record<string, unknown> = {}
  let stop: (() => Promise<void>) | null = null
  return {
    async start(): Promise<Record<string, unknown>> {
      const provide = (key: string, value: unknown) => void (given[key] = value)
      stop ??= await setUp({ provide } as unknown as TestProject)
      return given
    },
    stop: async () => stop?.(),
  }
}
