import type { RouterContextProvider } from 'react-router'

import { Refusal } from '#platform/action/refusal.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { outageContext } from '#platform/http/context.ts'

import { captchaField } from '../captcha/captcha.rules.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { isLogged, isOfPassword } from './identity-codes.rules.ts'
import type { SentenceFacts } from './sign-in.copy.ts'
import { identitySentence } from './sign-in.copy.ts'

export const captchaOf = (form: FormData): string => textOf(form, captchaField)

/** Refusals that end by themselves: the status, and the seconds after which it makes sense to try again. */
const passing: Partial<Record<IdentityCode, { status: 429 | 503; retryAfter: number }>> = {
  'too-many-requests': { status: 429, retryAfter: 15 * 60 },
  'too-many-links': { status: 429, retryAfter: 15 * 60 },
  'too-many-emails': { status: 429, retryAfter: 60 * 60 },
  'internal-error': { status: 503, retryAfter: 5 },
  'quota-exceeded': { status: 503, retryAfter: 5 },
}

/** Status and headers of a page that shows a refusal. */
export function refusalInit(code: IdentityCode): ResponseInit {
  const { status, retryAfter } = passing[code] ?? { status: 400 }
  return { status, ...(retryAfter && { headers: { 'retry-after': String(retryAfter) } }) }
}

/** Status and headers of a page whose link is not valid, or can't be checked now. */
export const deadLinkInit = (code: IdentityCode): ResponseInit =>
  passing[code] ? refusalInit(code) : { status: 404 }

type Said = {
  at?: string
  sentence?: string | undefined
  passwordField?: string
} & Partial<SentenceFacts>

/**
 * Refuses with the sentence of a code, at the field of the password if it is about that; what section 8 only
 * logs is logged as of the form `at`, or of the intent.
 */
export function identityRefusal(
  code: IdentityCode,
  { at, passwordField, sentence, ...facts }: Said,
): Refusal {
  const said = sentence ?? identitySentence(code, facts)
  const { status, retryAfter } = passing[code] ?? { status: 400 as const }
  return new Refusal(
    status,
    said,
    passwordField && isOfPassword(code) ? { [passwordField]: said } : {},
    {
      ...(retryAfter && { retryAfter }),
      ...(isLogged(code) && { logged: { code, ...(at && { at }) } }),
    },
  )
}

/**
 * The outcome of a call, or its refusal when a service behind it is unavailable: the form is then
 * shown again as it was typed, in place of an error page.
 */
export async function orUnavailable<Outcome>(
  context: Readonly<RouterContextProvider>,
  call: Promise<Outcome>,
): Promise<Outcome | { ok: false; code: 'internal-error' | 'quota-exceeded' }> {
  try {
    return await call
  } catch (error) {
    if (!context.get(outageContext)(error)) throw error
    const isBusy = error instanceof Error && error.name === 'Overloaded'
    return { ok: false, code: isBusy ? 'quota-exceeded' : 'internal-error' }
  }
}

/** Headers that carry cookies to the browser. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
