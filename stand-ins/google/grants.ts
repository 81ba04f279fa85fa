import { createHash, randomBytes } from 'node:crypto'

import type { Person } from './people.ts'

/** What a browser asks of the authorization address. */
export type AuthorizationRequest = {
  client_id: string
  redirect_uri: string
  scope: string
  state: string
  nonce: string
  code_challenge: string
}

type Grant = { request: AuthorizationRequest; person: Person; until: number }

const codeSeconds = 60

/** Codes that wait to be exchanged: each for once, for a minute. */
export class Grants {
  readonly #waiting = new Map<string, Grant>()

  give(request: AuthorizationRequest, person: Person): string {
    const code = `4/${randomBytes(24).toString('base64url')}`
    this.#waiting.set(code, { request, person, until: Date.now() + codeSeconds * 1000 })
    return code
  }

  /** The grant of a code, if it is asked for by whoever it was given to. */
  take(
    code: string,
    asked: { clientId: string; redirectUri: string; verifier: string },
  ): Grant | null {
    const grant = this.#waiting.get(code)
    this.#waiting.delete(code)
    if (!grant || grant.until < Date.now()) return null
    const { request } = grant
    const challenge = createHash('sha256').update(asked.verifier).digest('base64url')
    const fits =
      request.client_id === asked.clientId &&
      request.redirect_uri === asked.redirectUri &&
      request.code_challenge === challenge
    return fits ? grant : null
  }
}
