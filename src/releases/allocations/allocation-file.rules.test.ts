import { expect, it } from 'vitest'

import { readAllocationFile } from './allocation-file.rules.ts'

const known = {
  wines: [{ id: 'malbec-2024', title: '2024 Malbec' }],
  waves: [{ id: 'w1', name: 'Club' }],
}
const read = (text: string) => readAllocationFile(Buffer.from(text), known)

it('reads emails, wines by id or title, units and waves', () => {
  expect(
    read(
      '\uFEFFemail,wine,units,wave\r\nAna@Example.com,malbec-2024,4,club\r\nb@c.de,"2024 Malbec",0,\r\nd@e.f,malbec-2024,99,\r\n',
    ),
  ).toEqual({
    ok: true,
    refused: [],
    rows: [
      { row: 2, email: 'ana@example.com', productId: 'malbec-2024', units: 4, waveId: 'w1' },
      { row: 3, email: 'b@c.de', productId: 'malbec-2024', units: 0, waveId: null },
      { row: 4, email: 'd@e.f', productId: 'malbec-2024', units: 99, waveId: null },
    ],
  })
})

it('names every row that is wrong', () => {
  const file = [
    'email;wine;units;wave',
    'a@b.c;malbec-2024;100;',
    'a@b.c;malbec-2023;1;Later',
    'nobody;malbec-2024;1;',
    'd@e.f;malbec-2024;1;',
    'D@e.f;2024 malbec;2;',
    'g@h.i;malbec-2024;two;',
  ].join('\n')
  expect(read(file)).toMatchObject({
    rows: [
      { row: 2, units: null },
      { row: 3, productId: null, waveId: null, units: 1 },
      { row: 5 },
      { row: 6 },
      { row: 7, units: null },
    ],
    refused: [
      { row: 2, field: 'units', problem: 'not-units' },
      { row: 3, field: 'wine', problem: 'unknown-wine' },
      { row: 3, field: 'wave', problem: 'unknown-wave' },
      { row: 4, field: 'email', problem: 'no-email' },
      { row: 6, field: 'row', problem: 'twice' },
      { row: 7, field: 'units', problem: 'not-units' },
    ],
  })
})

it('refuses a name that two wines share, and takes each by its id', () => {
  const wines = [...known.wines, { id: 'malbec-2024-magnum', title: '2024 Malbec' }]
  const file =
    'email,wine,units\na@b.c,2024 Malbec,1\na@b.c,malbec-2024-magnum,2\na@b.c,Malbec-2024,3'
  expect(readAllocationFile(Buffer.from(file), { ...known, wines })).toMatchObject({
    rows: [
      { row: 2, productId: null },
      { row: 3, productId: 'malbec-2024-magnum' },
      { row: 4, productId: 'malbec-2024' },
    ],
    refused: [{ row: 2, field: 'wine', problem: 'unknown-wine' }],
  })
})

it.each([
  ['', 'empty'],
  ['email,wine,units', 'empty'],
  [`email,wine,units\n${'a@b.c,malbec-2024,1\n'.repeat(20_001)}`, 'too-large'],
])('refuses a file without rows, or with too many', (text, reason) => {
  expect(read(text)).toMatchObject({ ok: false, reason })
})

it('refuses what is no text, and other columns', () => {
  expect(readAllocationFile(Uint8Array.from([0xff, 0xfe, 0x00]), known)).toMatchObject({
    reason: 'not-a-file',
  })
  const columns = { ok: true, rows: [], refused: [{ row: 1, field: 'row', problem: 'columns' }] }
  for (const head of ['wine,units', 'email,units', 'email,wine', 'who,what']) {
    expect(read(`${head}\na,b`)).toEqual(columns)
  }
})

it('refuses a file of more than five megabytes', () => {
  const bytes = (count: number) => readAllocationFile(Buffer.alloc(count, ' '), known)
  expect(bytes(5 * 1024 * 1024)).toEqual({ ok: false, reason: 'empty' })
  expect(bytes(5 * 1024 * 1024 + 1)).toEqual({ ok: false, reason: 'too-large' })
})

it('takes one file of 20,000 rows in about the processor time of twenty files of 1,000', () => {
  const fileOf = (count: number): string => {
    const rows = Array.from({ length: count }, (_, n) => `p${n}@example.com,malbec-2024,1,Club`)
    return `email,wine,units,wave\n${rows.join('\n')}`
  }
  const cost = (file: string, times: number): number => {
    const before = process.cpuUsage()
    for (let n = 0; n < times; n++) expect(read(file)).toMatchObject({ ok: true })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [small, large] = [fileOf(1_000), fileOf(20_000)]
  cost(small, 1)
  expect(cost(large, 1)).toBeLessThan(5 * cost(small, 20))
})
