import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

type Made = {
  /** Makes its lines. */
  by: string
  /** Writes to the log who took it. */
  logged: string
}

/** The routes that send a CSV file. What the shipper's program is sent of a handover is stored as it is. */
const files: Readonly<Record<string, Made>> = {
  'src/platform/list/list-route.ts': {
    by: 'src/platform/list/list-route.ts',
    logged: 'src/platform/list/view-list.actions.server.ts',
  },
  'src/accounting/months/month-file.route.ts': {
    by: 'src/accounting/months/month-csv.rules.ts',
    logged: 'src/accounting/months/month-files.actions.server.ts',
  },
  'src/shipping/handover/handover-file.route.ts': {
    by: 'src/shipping/handover/take-handover-file.actions.server.ts',
    logged: 'src/shipping/handover/take-handover-file.actions.server.ts',
  },
  'src/compliance/reports/report-file.route.ts': {
    by: 'src/compliance/reports/report-file.rules.ts',
    logged: 'src/compliance/reports/take-report-file.actions.server.ts',
  },
  'src/admin/overview/overview-csv.route.ts': {
    by: 'src/admin/overview/take-overview-file.actions.server.ts',
    logged: 'src/admin/overview/take-overview-file.actions.server.ts',
  },
}

const has = (file: string, words: string) => readFileSync(file, 'utf8').includes(words)

test('every CSV file is made by the one function that makes formulas harmless, and is logged', () => {
  const senders = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('src', name))
    .filter((file) => has(file, "'text/csv;"))
  expect(senders.toSorted()).toEqual(Object.keys(files).toSorted())
  const made = Object.values(files)
  expect(made.filter(({ by }) => !has(by, 'csvLine'))).toEqual([])
  expect(made.filter(({ logged }) => !has(logged, "'list-exported'"))).toEqual([])
})
