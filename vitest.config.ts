import { defineConfig } from 'vitest/config'

import { pageScripts } from './launch/page-scripts.ts'

/** Generous, so that a busy machine fails no test. */
const patient = { poll: { timeout: 20_000 } }
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: patient }

/** A script for the browser is its address, as in the build. */
const ofScripts = [pageScripts()]

/** Three at once on two cores: they wait for PostgreSQL and for time limits a fifth of their time. */
const mostlyWaiting = { maxWorkers: 3 }

/** Two at once, afterwards: browsers leave no core idle. */
const inBrowsers = { maxWorkers: 2, sequence: { groupOrder: 1 } }

/**
 * Tests that start servers or processes or encode pictures, which take seconds each, and those that mock
 * modules: each file has its own module registry. The unit tests share one, which takes a third of the processor time.
 */
const servers = [
  'fakes/**/*.test.ts',
  'launch/{dev-server,mail-preview,with-database}.test.ts',
  'src/app/{await-database,live-lists}.test.ts',
  'src/app/commands/command-line.test.ts',
  'src/accounts/google/google-oidc.adapter.test.ts',
  'src/campaigns/mailing-list/unsubscribe.page.test.ts',
  'src/mail/transports/smtp-transport.adapter.test.ts',
  'src/payments/{payments.contract,wrong-responses}.test.ts',
  'src/site/members/members.page.test.ts',
  'src/storefront/where-pages-lead.test.ts',
  'src/catalogue/prices/provider-setup.test.ts',
  'src/catalogue/pictures/{hostile,sharp}-pictures.test.ts',
  'src/catalogue/decoding/in-child.test.ts',
  'src/platform/http/{refuse-headless.test.ts,react-router-internals.test.tsx}',
]

/**
 * Unit tests; tests of servers and processes; tests with PostgreSQL and the fake payment server;
 * browser journeys; attacks; one fault of each kind, of which `npm run test:faults` tries all.
 */
export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    projects: [
      {
        plugins: ofScripts,
        test: {
          name: 'unit',
          include: ['{src,launch,fakes,tests,bench,brand}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/*.db.test.ts',
            'tests/{e2e,abuse,faults}/**',
            '**/node_modules/**',
            ...servers,
          ],
          ...limits,
          isolate: false,
          ...mostlyWaiting,
        },
      },
      {
        plugins: ofScripts,
        test: { name: 'servers', include: servers, ...limits, ...mostlyWaiting },
      },
      {
        plugins: ofScripts,
        test: {
          name: 'database',
          include: ['{src,tests}/**/*.db.test.ts'],
          globalSetup: './tests/harness/database-setup.ts',
          setupFiles: './tests/harness/chance-order.ts',
          ...limits,
          isolate: false,
          ...mostlyWaiting,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/harness/server-setup.ts',
          setupFiles: './tests/harness/chance-order.ts',
          ...limits,
          isolate: false,
          // A browser may crash on a busy machine. The report names each test that was run again.
          retry: 2,
          ...inBrowsers,
        },
      },
      {
        test: {
          name: 'abuse',
          include: ['tests/abuse/**/*.test.ts'],
          globalSetup: './tests/harness/abuse-setup.ts',
          setupFiles: './tests/harness/chance-order.ts',
          ...limits,
          isolate: false,
          ...inBrowsers,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/each-kind.test.ts'],
          ...limits,
          ...inBrowsers,
        },
      },
    ],
  },
})
