import { createHash, randomBytes } from 'node:crypto'

import type { Person } from './people.ts'

/** Parameters of an authorization request. */
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

/** Authorization codes that can be exchanged once, for one minute. */
export class Grants {
  readonly #waiting = new Map<string, Grant>()

  give(request: AuthorizationRequest, person: Person): string {
    const code = `4/${randomBytes(24).toString('base64url')}`
    this.#waiting.set(code, { request, person, until: Date.now() + codeSeconds * 1000 })
    return code
  }

  /** Returns the grant of a code if client id, redirect address and PKCE verifier match. */
  take(
    code: string,
    exchange: { clientId: string; redirectUri: string; verifier: string },
  ): Grant | null {
    const grant = this.#waiting.get(code)
    this.#waiting.delete(code)
    if (!grant || grant.until < Date.now()) return null
    const { request } = grant
    const challenge = createHash('sha256').update(exchange.verifier).digest('base64url')
    const fits =
      request.client_id === exchange.clientId &&
      request.redirect_uri === exchange.redirectUri &&
      request.code_challenge === challenge
    return fits ? grant : null
  }
}
