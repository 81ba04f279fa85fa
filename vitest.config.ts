import { defineConfig } from 'vitest/config'

/** What is polled for comes when it comes: a busy machine is no failure. */
const patient = { poll: { timeout: 20_000 } }
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: patient }

/**
 * Suites, told apart by name: rules, what needs PostgreSQL and the stand-ins, journeys in a browser,
 * and what somebody tries who means ill.
 */
export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,launch,fakes,tests,bench,brand}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'tests/{e2e,abuse,faults}/**', '**/node_modules/**'],
          ...limits,
        },
      },
      {
        test: {
          name: 'database',
          include: ['{src,tests}/**/*.db.test.ts'],
          globalSetup: './tests/harness/database-setup.ts',
          ...limits,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/harness/server-setup.ts',
          ...limits,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'abuse',
          include: ['tests/abuse/**/*.test.ts'],
          globalSetup: './tests/harness/abuse-setup.ts',
          ...limits,
          maxWorkers: 1,
        },
      },
    ],
  },
})
