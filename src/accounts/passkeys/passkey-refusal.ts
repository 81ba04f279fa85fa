import type { RouterContextProvider } from 'react-router'

import { refusalInit } from '../sign-in/credentials-form.ts'
import { logRefusal } from '../sign-in/log-refusal.ts'
import { identitySentence } from '../sign-in/sign-in.copy.ts'
import type { PasskeyRefused } from './passkeys.actions.server.ts'
import { isPasskeyRefusal, passkeySentence } from './passkeys.copy.ts'

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
