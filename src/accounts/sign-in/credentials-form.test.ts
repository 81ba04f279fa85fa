import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { deadLinkInit, orUnavailable, refusalInit } from './credentials-form.ts'
import { Overloaded } from './limit-concurrency.ts'

const context = new RouterContextProvider()

class Unavailable extends Error {
  readonly statusCode = 503
}

test('a service that is unavailable is a refusal, so that the form is shown as it was typed', async () => {
  expect(await orUnavailable(context, Promise.reject(new Unavailable()))).toEqual({
    ok: false,
    code: 'internal-error',
  })
  expect(await orUnavailable(context, Promise.reject(new Overloaded()))).toEqual({
    ok: false,
    code: 'quota-exceeded',
  })
  await expect(orUnavailable(context, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await orUnavailable(context, Promise.resolve({ ok: true }))).toEqual({ ok: true })
})

test.each([
  ['too-many-requests', 429, '900'],
  ['too-many-links', 429, '900'],
  ['quota-exceeded', 503, '5'],
  ['internal-error', 503, '5'],
  ['invalid-credential', 400, null],
] as const)('%s is %i, with Retry-After %s', (code, status, retryAfter) => {
  const init = refusalInit(code)
  expect(init.status).toBe(status)
  expect(new Headers(init.headers).get('retry-after')).toBe(retryAfter)
})

test('a link that opens nothing is not found; one that can’t be looked up now may be tried again', () => {
  expect(deadLinkInit('expired-action-code')).toEqual({ status: 404 })
  const later = (seconds: string) => ({ 'retry-after': seconds })
  expect(deadLinkInit('too-many-links')).toEqual({ status: 429, headers: later('900') })
  expect(deadLinkInit('internal-error')).toEqual({ status: 503, headers: later('5') })
})
