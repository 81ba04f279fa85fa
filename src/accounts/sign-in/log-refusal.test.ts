import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { logContext, requestContext } from '#platform/http/context.ts'
import { createPlaceholders } from '#platform/http/placeholders.ts'

import { identityCodes } from './identity-codes.rules.ts'
import { logRefusal } from './log-refusal.ts'

/** Those to which section 8 gives a sentence of its own. */
const told = [
  'missing-email',
  'invalid-email',
  'missing-password',
  'invalid-credential',
  'weak-password',
  'email-already-in-use',
]

test.each(identityCodes)('%s is logged, unless section 8 has a sentence for it', (code) => {
  const lines: unknown[] = []
  const context = new RouterContextProvider()
  context.set(requestContext, {
    id: 'a1b2',
    nonce: '',
    ageGate: 'open',
    placeholders: createPlaceholders(false, { nonce: '', requestId: '' }),
  })
  const keep = (...line: unknown[]) => void lines.push(line)
  context.set(logContext, { info: keep, warn: keep, error: keep })
  logRefusal(context, 'registration', code)
  const line = [{ code, reqId: 'a1b2' }, 'registration was refused']
  expect(lines).toEqual(told.includes(code) ? [] : [line])
})
