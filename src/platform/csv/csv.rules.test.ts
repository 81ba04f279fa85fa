import { describe, expect, test } from 'vitest'

import { csvLine } from './csv.rules.ts'

describe('a line of a CSV file', () => {
  test('is its cells, quoted where they have to be', () => {
    expect(csvLine(['Ana', 'Ruiz, PhD', 'says "hi"', 'two\nlines', null, 12])).toBe(
      'Ana,"Ruiz, PhD","says ""hi""","two\nlines",,12\r\n',
    )
    expect(csvLine([' leading', 'trailing '])).toBe('" leading","trailing "\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+14155550123', "'+14155550123"],
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
