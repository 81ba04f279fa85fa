import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { readListFile } from '#privacy/import/list-file.rules.ts'
import { readAllocationFile } from '#releases/allocations/allocation-file.rules.ts'
import { readTrackingFile } from '#shipping/tracking/tracking-file.rules.ts'

/** Files that were once refused, or read wrongly, byte for byte. */
const file = (name: string) => readFileSync(`tests/fixtures/files/${name}.csv`)

const list = (name: string) => {
  const read = readListFile(file(name), (email) => email)
  return read.ok ? read.rows.map(({ text }) => JSON.parse(text!).email as string) : read
}

test.each([
  ['signs-in-addresses', ['m&m@ce.example', 'ana+x@ce.example']],
  ['comma-in-a-heading', ['ana@hs.example']],
  ['instruction', ['ana@sep.example']],
  ['tabs', ['ana@tab.example']],
])('the list in %s is read', (name, addresses) => {
  expect(list(name)).toEqual(addresses)
})

test('a refused row is named by the line that a spreadsheet shows', () => {
  expect(list('list-blank-rows')).toMatchObject({ refused: [{ row: 6, field: 'email' }] })
  expect(list('merge-tag-names')).toMatchObject({
    refused: [
      { row: 2, field: 'full name' },
      { row: 3, field: 'full name' },
    ],
  })
  expect(readTrackingFile(file('tracking-blank-rows').toString(), '2026-11-26')).toMatchObject({
    refused: [{ line: 4, field: 'carrier' }],
  })
  const known = { wines: [{ id: 'malbec-2023', title: '2023 Malbec' }], waves: [] }
  expect(readAllocationFile(file('allocations-blank-rows'), known)).toMatchObject({
    rows: [{ row: 4, email: 'nobody@w6.example', productId: 'malbec-2023', units: 1 }],
    refused: [],
  })
})

test('two tracking numbers in a cell are two parcels', () => {
  expect(readTrackingFile(file('two-numbers-in-a-cell').toString(), '2026-11-26')).toMatchObject({
    rows: [
      {
        tracking: [
          { trackingNumber: '1Z999AA10123456784' },
          { trackingNumber: '1Z999AA10123456795' },
        ],
      },
    ],
    refused: [],
  })
})
