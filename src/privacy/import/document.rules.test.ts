import { expect, test } from 'vitest'

import { booleanOf, dayOf, documentIn, momentOf, printable, textOf } from './document.rules.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', null],
  ['null', null],
  ['"text"', null],
  ['{', null],
])('the row %j is read as %j', (text, document) => {
  expect(documentIn(text)).toEqual(document)
})

test.each([
  [undefined, ''],
  [null, ''],
  [' Ana ', 'Ana'],
  [94_110, '94110'],
  [Infinity, null],
  [true, null],
  [{}, null],
  ['Ana \u{1f347}', 'Ana \u{1f347}'],
  ['Ana \ud83c', null],
  ['Ana \0', null],
])('the value %j is the text %j', (value, text) => {
  expect(textOf(value)).toBe(text)
})

test('a text is printed on one line of at most sixty letters', () => {
  expect(printable('a\u0085b\nc')).toBe('a b c')
  expect(printable('x'.repeat(60))).toBe('x'.repeat(60))
  expect(printable('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`)
})

test.each([
  [true, true],
  ['true', true],
  [1, true],
  [false, false],
  ['false', false],
  [0, false],
  ['', false],
  ['yes', null],
  [2, null],
  [null, null],
])('%j is the answer %j', (value, answer) => {
  expect(booleanOf(value)).toBe(answer)
})

const moment = new Date('2024-03-05T17:00:00.000Z')

test.each([
  ['2024-03-05T17:00:00Z', moment],
  [1_709_658_000_000, moment],
  [{ _seconds: 1_709_658_000, _nanoseconds: 0 }, moment],
  [{ seconds: 1_709_658_000 }, moment],
  [{ $date: '2024-03-05T17:00:00Z' }, moment],
  [{ __datatype__: 'timestamp', value: { _seconds: 1_709_658_000 } }, moment],
  ['1900-01-01T00:00:00Z', new Date('1900-01-01T00:00:00Z')],
  ['1899-12-31T23:59:59Z', null],
  ['2199-12-31T23:59:59Z', new Date('2199-12-31T23:59:59Z')],
  ['2200-01-01T00:00:00Z', null],
  ['2024-03-05', new Date('2024-03-05T12:00:00Z')],
  [' 3/5/2024 ', new Date('2024-03-05T12:00:00Z')],
  ['2024-02-29T23:59:59Z', new Date('2024-02-29T23:59:59Z')],
  ['March 5, 2024 17:00 UTC', moment],
  ['2023-02-29', null],
  ['2023-02-29T23:59:59Z', null],
  ['2/30/2024', null],
  ['soon', null],
  [null, null],
  [true, null],
  [{ __datatype__: 'timestamp', value: 1 }, null],
  [{ _seconds: 'x' }, null],
])('the moment %j is %s', (value, at) => {
  expect(momentOf(value)).toEqual(at)
})

test('an object in an object without end is no moment', () => {
  const nested = Array.from({ length: 20_000 }).reduce<object>((inside) => ({ $date: inside }), {})
  expect(momentOf(nested)).toBeNull()
})

test.each([
  ['1981-04-12', '1981-04-12'],
  ['4/12/1981', '1981-04-12'],
  ['12/1/1981', '1981-12-01'],
  ['1981-04-12T08:00:00Z', '1981-04-12'],
  [{ _seconds: 1_709_658_000 }, '2024-03-05'],
  [{}, null],
  [true, null],
  ['April', 'April'],
  [undefined, ''],
])('the day %j is %j', (value, day) => {
  expect(dayOf(value)).toBe(day)
})
