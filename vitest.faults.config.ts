import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: real processes, killed and starved. Apart from the rest, which it would slow. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    reporters: ['default', './tests/faults/world/table-reporter.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A busy machine fails no test.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 1,
    fileParallelism: false,
  },
})
