import { defineConfig } from 'vitest/config'

/** What is polled for comes when it comes: a busy machine is no failure. */
const patient = { poll: { timeout: 20_000 } }

/**
 * Suites, told apart by name: rules, what needs PostgreSQL and the stand-ins, journeys in a browser,
 * and what somebody tries who means ill.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,launch,stand-ins,tests,bench,brand}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'tests/{e2e,abuse,faults}/**', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['{src,tests}/**/*.db.test.ts'],
          globalSetup: './tests/harness/database-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/harness/house-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'abuse',
          include: ['tests/abuse/**/*.test.ts'],
          globalSetup: './tests/harness/abuse-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 1,
        },
      },
    ],
  },
})
