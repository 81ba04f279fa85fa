import { describe, expect, test } from 'vitest'

import { readAllocationFile } from '#releases/allocations/allocation-file.rules.ts'
import { readTrackingFile } from '#shipping/tracking/tracking-file.rules.ts'

import { readCsv, readTable, readUtf8 } from './csv-reader.rules.ts'
import { csvLine, csvStart, machineLine } from './csv.rules.ts'

const known = { wines: [{ id: 'malbec', title: 'Malbec' }], waves: [] }

/** Both kinds of files that staff upload, with a summary of how each is read. */
const files = {
  'tracking numbers': {
    head: 'order,carrier,tracking number',
    row: 'K-1002,UPS,1Z999AA10123456784',
    other: 'K-1003,UPS,1Z999AA10123456795',
    read: (bytes: Uint8Array) => {
      const text = readUtf8(bytes)
      if (text === null) return 'encoding'
      const read = readTrackingFile(text, '2026-11-05')
      if (!read.ok) return read.reason
      const bad = new Set(read.refused.map(({ line }) => line))
      return `${read.rows.filter(({ line }) => !bad.has(line)).length} taken, ${bad.size} refused`
    },
    refused: {
      encoding: 'encoding',
      commas: 'too-wide',
      columns: 'missing-columns',
      twice: 'column-twice',
      quote: 'not-csv',
    },
  },
  allocations: {
    head: 'email,wine,units',
    row: 'ana@example.com,malbec,1',
    other: 'ben@example.com,malbec,2',
    read: (bytes: Uint8Array) => {
      const read = readAllocationFile(bytes, known)
      if (!read.ok) return read.reason
      const bad = new Set(read.refused.map(({ row }) => row))
      if (bad.has(1)) return 'none taken, columns refused'
      return `${read.rows.filter(({ row }) => !bad.has(row)).length} taken, ${bad.size} refused`
    },
    refused: {
      encoding: 'not-a-file',
      commas: 'not-a-file',
      columns: 'none taken, columns refused',
      twice: 'none taken, columns refused',
      quote: 'not-a-file',
    },
  },
} as const

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe.each(Object.entries(files))('a file of %s', (_, { head, row, other, read, refused }) => {
  const whole = `${head}\r\n${row}\r\n${other}\r\n`

  test.each([
    ['with a byte order mark', `\uFEFF${whole}`],
    ['of LF, CR and CRLF lines', `${head}\n${row}\r${other}\r\n`],
    ['of CR lines alone', `${head}\r${row}\r${other}`],
    ['with semicolons', whole.replaceAll(',', ';')],
    ['with tabs', whole.replaceAll(',', '\t')],
    ['with an instruction to spreadsheets', `sep=;\r\n${whole.replaceAll(',', ';')}`],
    ['with a comma in a heading in quotes', whole.replaceAll(',', ';').replace('\r', ';"a, b"\r')],
    ['with blank rows', `\r\n${whole.replaceAll('\n', '\n\r\n,,\r\n')}`],
    [
      'with its cells marked as text',
      whole.replace('1Z999AA1', `'1Z999AA1`).replace('malbec', '"=""malbec"""'),
    ],
  ])('%s is read', (_name, text) => {
    expect(read(Buffer.from(text))).toBe('2 taken, 0 refused')
  })

  test.each([
    ['UTF-16', utf16(whole)],
    ['latin1', Buffer.from(`${whole}José,x,y\r\n`, 'latin1')],
    ['NUL bytes', Buffer.from(whole.replace('1', '1\u0000'))],
  ])('in %s is refused whole', (_name, bytes) => {
    expect(read(bytes)).toBe(refused.encoding)
  })

  test('of commas alone is refused before it fills the memory', () => {
    const five = Buffer.alloc(5 * 1024 * 1024, ',')
    const before = process.memoryUsage().heapUsed
    expect(read(five)).toBe(refused.commas)
    expect(read(Buffer.from(`${head}\n${','.repeat(5_000_000)}`))).toBe(refused.commas)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024)
  })

  test('without headings is told of its columns, however many rows it has', () => {
    for (const rows of [row, `${row}\r\n`, `${row}\n${other}\n`, `${row}\n`.repeat(20_002)]) {
      expect(read(Buffer.from(rows))).toBe(refused.columns)
    }
  })

  test('of headings alone has no rows, and neither has one that is blank', () => {
    for (const text of ['', '\r\n\r\n', head, `${head}\r\n,,\r\n`]) {
      expect(read(Buffer.from(text))).toBe('empty')
    }
  })

  test('with a heading twice is refused', () => {
    const last = head.split(',').at(-1)!
    expect(read(Buffer.from(`${head},${last}\n${row},x\n`))).toBe(refused.twice)
  })

  test('with a quote that is never closed is refused whole', () => {
    expect(read(Buffer.from(`${whole}"open`))).toBe(refused.quote)
  })

  test('with formulas takes none of them', () => {
    const formulas = ['=1+1', '@SUM(A1)', '=cmd|calc', '-2+3']
    const rows = formulas.map((formula) => [formula, formula, formula].join(','))
    expect(read(Buffer.from(`${head}\n${rows.join('\n')}\n`))).toBe('0 taken, 4 refused')
  })
})

test('a row of too many cells is refused, one of many is not', () => {
  expect(readCsv(`${','.repeat(499)}x`)).toMatchObject({ ok: true })
  expect(readCsv(','.repeat(10_000_000))).toEqual({ ok: false, reason: 'too-wide' })
})

test('a row has the line that a spreadsheet shows', () => {
  const file = '\n\nname,note\n\nAna,"two\nlines"\n,\nBen,\n'
  expect(readTable(file, { name: ['name'], note: ['note'] }, ['name'])).toMatchObject({
    rows: [
      { line: 5, cells: { name: 'Ana', note: 'two\nlines' } },
      { line: 7, cells: { name: 'Ben' } },
    ],
  })
  expect(readCsv('sep=;\na;b\n1,5;2')).toEqual({
    ok: true,
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1,5', '2'] },
    ],
  })
})

test('a number that is marked as text for spreadsheets is read as the number', () => {
  const file = `number\n'794655123458\n="794655123458"\n"=""794655123458"""\n'+14155550100\n'tHooft`
  const read = readTable(file, { number: ['number'] }, ['number'])
  expect(read.ok && read.rows.map(({ cells }) => cells.number)).toEqual([
    '794655123458',
    '794655123458',
    '794655123458',
    '+14155550100',
    "'tHooft",
  ])
})

test.each(['+14155550100', '+442079460000', '+5491155550123', '+3725550123', '+123', '=1+1', '-1'])(
  '%s is read back from a file for spreadsheets and from one for programs',
  (phone) => {
    for (const file of [
      csvStart + csvLine(['phone', 'name']) + csvLine([phone, 'Ana']),
      machineLine(['phone', 'name']) + machineLine([phone, 'Ana']),
    ]) {
      const read = readTable(file, { phone: ['phone'] }, ['phone'])
      expect(read.ok && read.rows.map(({ cells }) => cells.phone)).toEqual([phone])
    }
  },
)

test('all columns that are missing are named at once', () => {
  const headings = { a: ['first'], b: ['second', 'two'], c: ['third'] } as const
  expect(readTable('two\nx', headings, ['a', 'b', 'c'])).toEqual({
    ok: false,
    reason: 'missing-columns',
    columns: ['first', 'third'],
  })
})

test('signs within quoted headings separate nothing', () => {
  const read = readCsv('"Name, first, last";"Units, ""cases"""\r\nAna;3')
  expect(read).toEqual({
    ok: true,
    rows: [
      { line: 1, cells: ['Name, first, last', 'Units, "cases"'] },
      { line: 2, cells: ['Ana', '3'] },
    ],
  })
})
