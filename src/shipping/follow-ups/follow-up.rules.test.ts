import { expect, test } from 'vitest'

import { followUpKey, followUpText, maxFollowUpNote, readFollowUp } from './follow-up.rules.ts'

const typed = { what: 'called', note: '', againOn: '' }
const read = (fields: Partial<typeof typed>) => readFollowUp({ ...typed, ...fields }, '2026-11-24')

test('a follow-up says what was done, and by choice on which later day it is a task again', () => {
  expect(read({})).toEqual({ ok: true, what: 'called', note: '', againOn: null })
  expect(read({ note: ' will be home ', againOn: ' 2026-11-25 ' })).toEqual({
    ok: true,
    what: 'called',
    note: 'will be home',
    againOn: '2026-11-25',
  })
  expect(read({ againOn: '2027-11-24' })).toMatchObject({ ok: true })
  expect(read({ note: 'x'.repeat(maxFollowUpNote) })).toMatchObject({ ok: true })
})

test.each([
  [{ what: '' }, 'what', 'Please choose what was done.'],
  [{ what: 'sang' }, 'what', 'Please choose what was done.'],
  [{ what: 'other', note: ' ' }, 'note', 'Please say in your words what was done.'],
  [{ note: 'x'.repeat(151) }, 'note', 'At most 150 characters.'],
  [{ againOn: '2026-11-24' }, 'againOn', 'Choose a later day than today, or none.'],
  [{ againOn: '2026-11-23' }, 'againOn', 'Choose a later day than today, or none.'],
  [{ againOn: '2026-02-31' }, 'againOn', 'Choose a later day than today, or none.'],
  [{ againOn: '2027-11-25' }, 'againOn', 'Choose a day within a year, or none.'],
  [{ againOn: '9999-12-31' }, 'againOn', 'Choose a day within a year, or none.'],
] as const)('%o is refused', (fields, field, sentence) => {
  expect(read(fields)).toEqual({ ok: false, field, sentence })
})

test('is about one state of the box: a new attempt or a colleague’s follow-up is another', () => {
  const box = { state: 'attempted', attempts: 1, followedUpAt: null }
  const keys = [
    box,
    { ...box, attempts: 2 },
    { ...box, state: 'at-depot' },
    { ...box, followedUpAt: new Date(1) },
  ].map(followUpKey)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  ['called', '', 'Called the buyer'],
  ['called', 'home on Friday', 'Called the buyer: home on Friday'],
  ['other', 'Sent flowers', 'Sent flowers'],
] as const)('%s with the note “%s” reads: %s', (what, note, sentence) => {
  expect(followUpText(what, note)).toBe(sentence)
})
