import { expect, test } from 'vitest'

import { partHtml } from '#tests/harness/what-parts-say.tsx'

import type { CaptchaPlace } from './captcha.rules.ts'
import { CaptchaField } from './captcha.tsx'

const isAsked = (place: CaptchaPlace, places: CaptchaPlace[] | null) => {
  const service = { siteKey: 'key-1', scriptUrl: 'https://captcha.example/api.js' }
  const captcha = places && { ...service, places }
  const site = { signIn: { google: false, captcha } }
  return partHtml({ part: <CaptchaField place={place} />, site }).includes('data-sitekey="key-1"')
}

test('a captcha is asked for where it is set, and to log in also where it is for a recovery', () => {
  expect(isAsked('sign-in', ['sign-in'])).toBe(true)
  expect(isAsked('sign-in', ['recovery'])).toBe(true)
  expect(isAsked('sign-in', ['registration', 'checkout'])).toBe(false)
  expect(isAsked('registration', ['registration'])).toBe(true)
  expect(isAsked('registration', ['recovery'])).toBe(false)
  expect(isAsked('checkout', ['sign-in', 'registration'])).toBe(false)
})

test('without a captcha nothing is asked', () => {
  expect(isAsked('sign-in', null)).toBe(false)
})
