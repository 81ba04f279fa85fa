import { expect, test } from 'vitest'

import {
  dataRequestOutcomes,
  dataRequestReminderDays,
  leavesAddress,
  outcomesOf,
  readOutcome,
} from './data-request.rules.ts'

test('an address stays after a request to erase only where it was withdrawn or nobody was identified', () => {
  expect(dataRequestOutcomes.filter(leavesAddress)).toEqual(['withdrawn', 'not-identified'])
})

test('a request is ended by an outcome of its kind', () => {
  expect(outcomesOf).toEqual({
    export: ['sent', 'nothing-kept', 'withdrawn', 'not-identified', 'other'],
    erasure: ['erased', 'nothing-kept', 'withdrawn', 'not-identified', 'other'],
  })
  const read = (kind: 'export' | 'erasure', outcome: string) =>
    readOutcome(kind, { outcome, note: '' })
  expect(read('export', 'sent')).toEqual({ ok: true, outcome: 'sent', note: '' })
  expect(read('erasure', 'sent')).toEqual({ ok: false, reason: 'no-outcome' })
  expect(read('export', 'erased')).toEqual({ ok: false, reason: 'no-outcome' })
})

test('another outcome has to be said in words, in 300 characters', () => {
  const other = (note: string) => readOutcome('erasure', { outcome: 'other', note })
  expect(other('  ')).toEqual({ ok: false, reason: 'no-note' })
  expect(other(' By letter ')).toEqual({ ok: true, outcome: 'other', note: 'By letter' })
  expect(other('x'.repeat(300)).ok).toBe(true)
  expect(other('x'.repeat(301))).toEqual({ ok: false, reason: 'long-note' })
})

test('staff are reminded of a request after thirty days', () => {
  expect(dataRequestReminderDays).toBe(30)
})
