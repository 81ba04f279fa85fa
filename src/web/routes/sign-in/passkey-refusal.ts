import type { RouterContextProvider } from 'react-router'

import { isPasskeyRefusal, passkeySentence } from '#domain/copy/passkeys.ts'
import { identitySentence } from '#domain/copy/sign-in.ts'
import type { PasskeyRefused } from '#use-cases/sign-in/passkeys.ts'
import { logRefusal } from '#platform/http/log-refusal.ts'

import { refusalInit } from './credentials-form.ts'

/** A refusal for the script of the page, which shows its sentence. */
export function passkeyRefusal(
  { code }: PasskeyRefused,
  at: string,
  context: Readonly<RouterContextProvider>,
): Response {
  if (isPasskeyRefusal(code)) {
    return Response.json({ sentence: passkeySentence(code) }, { status: 400 })
  }
  logRefusal(context, at, code)
  return Response.json({ sentence: identitySentence(code) }, refusalInit(code))
}
