import { expect, test } from 'vitest'

import { headerText } from './header-text.rules.ts'

test.each([
  ['a line break', 'Ana\r\nBcc: x@evil.example', 'Ana Bcc: x@evil.example'],
  ['a line break alone', 'Ana\nBcc', 'Ana Bcc'],
  ['a carriage return alone', 'Ana\rBcc', 'Ana Bcc'],
  ['the next line of old terminals', 'Ana\u0085Bcc', 'Ana Bcc'],
  ['separators of lines and paragraphs', 'Ana\u2028\u2029Bcc', 'Ana Bcc'],
  ['NUL and a tab', 'Ana\0\tBcc', 'Ana Bcc'],
  ['a break at either end', '\r\nAna\r\n', 'Ana'],
  ['half a character', 'Ana\uD83DBcc', 'Ana Bcc'],
])('a header is one line without spaces around: %s', (_what, text, expected) => {
  expect(headerText(text)).toBe(expected)
})

test('a header is cut at 200 characters, never within one', () => {
  expect(headerText('a'.repeat(500))).toHaveLength(200)
  expect(headerText(`${'a'.repeat(199)}🍷`)).toBe('a'.repeat(199))
})
