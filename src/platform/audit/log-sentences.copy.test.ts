import { expect, test } from 'vitest'

import { auditActions } from './audit.rules.ts'
import { logSentence, subjectName } from './log-sentences.copy.ts'

test.each(auditActions)('%s is a sentence without a code word', (action) => {
  const { before, after } = logSentence({ action, actorEmail: 'sofia@kohue.example' })
  expect(before).toMatch(/^sofia@kohue\.example\b/)
  expect(after).toMatch(/\.$/)
  expect(`${before} ${after}`).not.toContain(action)
})

test('an email is named by its kind', () => {
  const entry = { subjectKind: 'mail', subjectId: 'm', subjectLabel: 'join ana@example.com' }
  expect(subjectName(entry)).toBe('“Welcome to the mailing list” to ana@example.com')
})
