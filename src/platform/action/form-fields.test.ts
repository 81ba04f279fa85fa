import { expect, test } from 'vitest'
import { z } from 'zod'

import { parsed } from './carry-out.server.ts'
import { anyText, asForm, checked, chosen, returnTo, text, wholeNumberFrom } from './form-fields.ts'

const form = z.object({
  cases: wholeNumberFrom(1, 12, 'From 1 to 12.'),
  isOpen: checked(),
  request: chosen(),
})

test('boxes and lists are read as a form sends them', () => {
  expect(form.parse({ cases: ' 12 ' })).toEqual({ cases: 12, isOpen: false, request: [] })
  expect(form.parse({ cases: '1', isOpen: 'on', request: 'a' })).toEqual({
    ...{ cases: 1, isOpen: true, request: ['a'] },
  })
  expect(form.parse({ cases: 1, isOpen: '', request: ['a', 'b'] })).toEqual({
    ...{ cases: 1, isOpen: true, request: ['a', 'b'] },
  })
})

test('a text of which nothing is refused is empty where it is none, or too long', () => {
  const any = z.object({ text: anyText(5), to: returnTo('/members') })
  expect(any.parse({ text: ' red ', to: '/mono' })).toEqual({ text: 'red', to: '/mono' })
  expect(any.parse({ text: 'yellow', to: '//evil' })).toEqual({ text: '', to: '/members' })
  expect(any.parse({ text: ['a', 'b'] })).toEqual({ text: '', to: '/members' })
})

test('what was not sent is no field of a form', () => {
  const typed = { name: 'Ana', id: undefined, list: ['a', 'b'], isOn: true, isOff: false, no: null }
  expect([...asForm(typed)]).toEqual([
    ...[
      ['name', 'Ana'],
      ['list', 'a'],
      ['list', 'b'],
    ],
    ['isOn', 'on'],
  ])
})

test.each(['0', '13', '1.5', '-1', '', undefined, 'two'])('%s is no such number', (cases) => {
  const read = form.safeParse({ cases })
  expect(read.error!.issues[0]).toMatchObject({ path: ['cases'], message: 'From 1 to 12.' })
})

test('a form that lacks a field, or has what no page sends, is said to be incomplete or out of date', () => {
  const asked = z.object({ day: z.string(), kind: z.enum(['a', 'b']), note: text(3, 'Too long.') })
  const sentence = 'Part of this form is missing or out of date. Please load the page again.'
  expect(() => parsed(asked, { kind: 'a' })).toThrow(sentence)
  expect(() => parsed(asked, { day: '1', kind: 'c' })).toThrow(sentence)
  expect(() => parsed(asked, { day: '1', kind: 'a', note: 'long' })).toThrow('Too long.')
})
