import { describe, expect, test } from 'vitest'

import { isGreetable } from './person-name.rules.ts'
import { typedLine, typedText } from './typed-text.rules.ts'

describe('a line of text as people type it', () => {
  test.each([
    ['  Ana  María ', 'Ana María'],
    ['Ana\r\nBcc: x\tRuiz', 'Ana Bcc: x Ruiz'],
    ['a\u0000b\u009bc', 'a b c'],
    ['\u200b', ''],
    ['\u202e', ''],
    ['\ufeff\u2060\u3164\u2800', ''],
    ['Ana\u200b', 'Ana'],
    ['\u202eanA', 'anA'],
    ['An\u00ada', 'Ana'],
    ['a\u2066b\u2069', 'ab'],
    // Of the scripts that need them.
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['क्\u200dष', 'क्\u200dष'],
    ['\u200dAna\u200c', 'Ana'],
    ['O’Brien-Đặng Łukasz 王小明', 'O’Brien-Đặng Łukasz 王小明'],
    ['a\u2028b', 'a b'],
  ])('%j is %j', (typed, line) => {
    expect(typedLine(typed)).toBe(line)
  })

  test('a text keeps its lines', () => {
    expect(typedText(' Two\n\tlines\u200b\u0000 ')).toBe('Two\n\tlines')
    // As a form sends it without a script.
    expect(typedText('Two\r\nlines\rand one')).toBe('Two\nlines\nand one')
  })
})

describe('a name in a greeting or a subject', () => {
  test.each([
    'Ana',
    'Ana María',
    'J.R.',
    'O’Brien',
    '王小明',
    'Łukasz-Đặng',
    'St. John',
    'Jr.',
    'Louis 14',
    'R2-D2',
  ])('%s is used', (name) => expect(isGreetable(name)).toBe(true))

  test.each([
    ...['', '  ', 'https://evil.example/win', 'evil.example', 'evil。example', 'a/b', 'a\\b'],
    ...['ana@evil.example', 'www.evil', '{FNAME}', '*|FNAME|*', '{{ first_name }}', '%FIRSTNAME%'],
    ...[
      'evil․com',
      'ⅇvil.ⅽom',
      'evil．ｃｏｍ',
      'evil.c0m',
      'tel:5550142',
      '(555)123-456',
      '555 01 42',
    ],
    ...['[First Name]', '<<Name>>', '$name', 'Call 8005550100', '#FNAME#'],
  ])('%j is left out', (name) => expect(isGreetable(name)).toBe(false))
})
