import { describe, expect, test } from 'vitest'

import { readCsv } from './csv-reader.rules.ts'
import { csvLine, csvStart, exportName, machineLine } from './csv.rules.ts'

describe('a line of a CSV file', () => {
  test('is its cells, quoted where they have to be', () => {
    expect(csvLine(['Ana', 'Ruiz, PhD', 'says "hi"', 'two\nlines', null, 12])).toBe(
      'Ana,"Ruiz, PhD","says ""hi""","two\nlines",,12\r\n',
    )
    expect(csvLine([' leading', 'trailing '])).toBe('" leading","trailing "\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+14155550123', '(415) 555-0123'],
    ['+442079460000', '(+44) 2079460000'],
    ['+5491155550123', '(+54) 91155550123'],
    ['+3725550123', '(+372) 5550123'],
    ['+79161234567', '(+7) 9161234567'],
    // Of no country.
    ['+123', "'+123"],
    ['+442079460000=1', "'+442079460000=1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    [' =1', "' =1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ])('%j is text to a spreadsheet, no formula', (typed, written) => {
    expect(csvLine([typed])).toBe(`${written}\r\n`)
  })

  test('a figure of ours stays a figure', () => {
    expect(csvLine([-3])).toBe('-3\r\n')
  })
})

describe('a line for other programs', () => {
  const cells = ['+14155550123', '=1+1', '-1', 'Ruiz, PhD', 'Łukasz', null, 12]

  test('has each cell as it is', () => {
    expect(machineLine(cells)).toBe('+14155550123,=1+1,-1,"Ruiz, PhD",Łukasz,,12\r\n')
  })

  test('is read back, and so is the one for spreadsheets', () => {
    expect(readCsv(machineLine(cells))).toEqual({
      ok: true,
      rows: [{ line: 1, cells: ['+14155550123', '=1+1', '-1', 'Ruiz, PhD', 'Łukasz', '', '12'] }],
    })
    expect(readCsv(csvStart + csvLine(cells))).toEqual({
      ok: true,
      rows: [
        { line: 1, cells: ['(415) 555-0123', "'=1+1", "'-1", 'Ruiz, PhD', 'Łukasz', '', '12'] },
      ],
    })
  })
})

test('the name of an exported file says who took it, in letters that every file system takes', () => {
  expect(exportName('orders', '2026-11-20', 'ana/../o"hara+x@kohue.example')).toBe(
    'kohue-orders-2026-11-20-ana-..-o-hara-x.csv',
  )
})
