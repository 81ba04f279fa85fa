import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/**
 * Routes whose CSV lines another file makes. What the route of handovers sends as it is stored is for programs; it makes
 * lines for spreadsheets itself.
 */
const makerOf: Readonly<Record<string, string>> = {
  'src/accounting/months/month-file.route.ts': 'src/accounting/months/month-csv.rules.ts',
}

test('every CSV file is made by the one function that makes formulas harmless', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('src', name))
  const senders = sources.filter((file) => readFileSync(file, 'utf8').includes("'text/csv;"))
  expect(senders.length).toBeGreaterThan(3)
  const makers = senders.map((file) => makerOf[file] ?? file)
  expect(makers.filter((file) => !readFileSync(file, 'utf8').includes('csvLine'))).toEqual([])
})
