import type { Cookies } from '../sign-in/identity.ts'

/** A public key that an authenticator made for us. */
export type PasskeyCredential = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}

/** The response of an authenticator, parsed; nothing in it is verified. */
export type PasskeyResponse = { credentialId: string; userHandle: string | null; response: object }

/** Passkeys (WebAuthn): challenges, and the verification of their responses. */
export type Passkeys = {
  /** False where the shop is served by an IP address, for which browsers create no passkeys. */
  isPossible: boolean
  /**
   * The options to create a passkey, and the signed cookie that binds the challenge to this browser
   * and this owner.
   */
  beginAdding(
    owner: { id: string; email: string; name: string },
    known: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[],
    now: Date,
  ): Promise<{ options: object; cookies: Cookies }>
  /** The options to sign in with any passkey of this shop. */
  beginSignIn(now: Date): { options: object; cookies: Cookies }
  /** The unexpired challenge of this browser; to add a passkey, that of the same owner. */
  challengeOf(headers: Headers, now: Date, owner?: string): string | null
  /** Clears the cookie of the challenge: it works once. */
  forget(): Cookies
  parse(json: string): PasskeyResponse | null
  /** The new passkey; null for another challenge or site, or without user verification. */
  verifyNew(response: PasskeyResponse, challenge: string): Promise<PasskeyCredential | null>
  /** The counter after this use of a known passkey; null for an invalid response. */
  verifyUse(
    response: PasskeyResponse,
    challenge: string,
    known: PasskeyCredential & { userId: string },
  ): Promise<{ counter: number } | null>
}
