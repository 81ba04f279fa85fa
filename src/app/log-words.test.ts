import { expect, test } from 'vitest'

import { actionNames, worded } from '#platform/audit/log-words.server.ts'

import './modules.server.ts'

const entry = {
  ...{ id: 1, at: new Date(), actorId: null, actorEmail: 'sofia@kohue.example' },
  ...{ subjectKind: 'user', subjectId: 'u', subjectLabel: 'Ana', before: null, after: null },
}

test.each(actionNames().map(([action]) => action))(
  '%s is a sentence without a code word',
  (action) => {
    const { before, after } = worded({ ...entry, action }).sentence
    expect(before).toMatch(/^sofia@kohue\.example\b/)
    expect(after).toMatch(/\.$/)
    expect(`${before} ${after}`).not.toContain(action)
  },
)

test('an email is named by its kind', () => {
  const mail = { subjectKind: 'mail', subjectId: 'm', subjectLabel: 'join ana@example.com' }
  const { sentence } = worded({ ...entry, ...mail, action: 'resend-mail' })
  expect(sentence.subject).toBe('“Welcome to the mailing list” to ana@example.com')
})

test('fields have the names that their modules give them, in one order', () => {
  const after = {
    reason: 'Corked.',
    byHand: 'x',
    isHeld: true,
    amountCents: 1_250,
    claimNumber: 'C-7',
    email: '',
  }
  const { changes } = worded({ ...entry, action: 'refund-requested', after })
  expect(changes.map(({ name, after: text }) => [name, text])).toEqual([
    ['Email', 'nothing'],
    ['Amount', '$12.50'],
    ['Reason', 'Corked.'],
    ['Claim number', 'C-7'],
    ['By hand', 'x'],
    ['Held', 'Yes'],
  ])
})

test('an action of an earlier version has the name it has now', () => {
  expect(worded({ ...entry, action: 'refund-asked' }).sentence.before).toBe(
    'sofia@kohue.example: Refund requested,',
  )
})
