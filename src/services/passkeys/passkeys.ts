import type { Cookies } from '#services/identity/identity.ts'

/** A public key that an authenticator made for us. */
export type PasskeyCredential = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}

/** The response of an authenticator, parsed; nothing in it is verified. */
export type PasskeyResponse = { credentialId: string; userHandle: string | null; response: object }

/** Passkeys (WebAuthn): challenges, and what authenticators make of them. */
export type Passkeys = {
  /** False where the shop is served by an IP address, for which browsers make none. */
  isPossible: boolean
  /**
   * What a browser makes a passkey from, and the signed cookie that ties the challenge to this
   * browser and this owner.
   */
  beginAdding(
    owner: { id: string; email: string; name: string },
    known: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[],
    now: Date,
  ): Promise<{ options: object; cookies: Cookies }>
  /** What a browser signs in with: any passkey that it has for this shop. */
  beginSignIn(now: Date): { options: object; cookies: Cookies }
  /** The unexpired challenge of this browser; to add one, only of the owner that it was made for. */
  challengeOf(headers: Headers, now: Date, owner?: string): string | null
  /** Clears the cookie of the challenge: it works once. */
  forget(): Cookies
  parse(json: string): PasskeyResponse | null
  /** The new passkey; null where the response is to another challenge or site, or nobody was verified. */
  verifyNew(response: PasskeyResponse, challenge: string): Promise<PasskeyCredential | null>
  /** The counter after this use of a known passkey; null where the response does not prove it. */
  verifyUse(
    response: PasskeyResponse,
    challenge: string,
    known: PasskeyCredential & { userId: string },
  ): Promise<{ counter: number } | null>
}
