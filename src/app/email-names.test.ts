import { expect, test } from 'vitest'

import { emailNames, mailKinds } from '#mail/mail.rules.ts'

import './modules.server.ts'

test('staff choose among them by the alphabet', () => {
  const names = emailNames().map(([, name]) => name)
  expect(names).toHaveLength(mailKinds().length)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
})
