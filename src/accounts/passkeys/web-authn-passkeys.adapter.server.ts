import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'

import { cookieName, cookieOf, cookies } from '#platform/http/cookies.rules.ts'

import type { PasskeyCredential, Passkeys } from './passkeys.ts'

/** ES256, EdDSA and RS256, which authenticators support. */
const algorithms = [-7, -8, -257]

/** How long the browser waits for the user, in milliseconds. */
const timeout = cookies.passkey.minutes * 60_000

/** The fields that are read here; the library checks the rest. */
const schema = z.looseObject({
  id: z.string().min(1).max(1500),
  response: z.looseObject({ userHandle: z.string().max(200).nullish() }),
})

const bytesOf = (id: string) => new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'))

/** Loaded with the first response to be verified: the boot does not wait for it. */
const library = () => import('@simplewebauthn/server')

/** Passkeys of the host of PUBLIC_URL, verified by SimpleWebAuthn. */
export function webAuthnPasskeys(settings: { secret: string; publicUrl: string }): Passkeys {
  const { origin, hostname } = new URL(settings.publicUrl)
  const name = cookieName(cookies.passkey.name, settings)

  const signatureOf = (text: string) =>
    createHmac('sha256', settings.secret).update(`passkey:${text}`).digest('base64url')

  /** A challenge, its end and its owner (none at the login), signed. */
  function write(challenge: string, now: Date, owner = '') {
    const text = [challenge, now.getTime() + timeout, owner].join('.')
    const value = `${text}.${signatureOf(text)}`
    return stringifySetCookie(cookieOf('passkey', value, settings))
  }

  return {
    isPossible: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,

    async beginAdding(owner, known, now) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: 'Kohue',
        rpID: hostname,
        userName: owner.email,
        userDisplayName: owner.name || owner.email,
        userID: bytesOf(owner.id),
        timeout,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, cookies: [write(options.challenge, now, owner.id)] }
    },

    beginSignIn(now) {
      const challenge = randomBytes(32).toString('base64url')
      const options = { challenge, rpId: hostname, userVerification: 'required', timeout }
      return { options, cookies: [write(challenge, now)] }
    },

    challengeOf(headers, now, owner = '') {
      const value = parseCookie(headers.get('cookie') ?? '')[name] ?? ''
      const at = value.lastIndexOf('.')
      const text = value.slice(0, Math.max(at, 0))
      const given = Buffer.from(value.slice(at + 1))
      const expected = Buffer.from(signatureOf(text))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [challenge, end, madeFor] = text.split('.')
      return Number(end) > now.getTime() && madeFor === owner ? challenge! : null
    },

    forget: () => [stringifySetCookie(cookieOf('passkey', '', settings))],

    parse(json) {
      try {
        const response = schema.parse(JSON.parse(json))
        const userHandle = response.response.userHandle ?? null
        return { credentialId: response.id, userHandle, response }
      } catch {
        return null
      }
    },

    async verifyNew({ response }, challenge) {
      const { verifyRegistrationResponse } = await library()
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null)
      if (!verified?.verified) return null
      const { id, publicKey, counter, transports } = verified.registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: (transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
      }
    },

    async verifyUse({ response, userHandle }, challenge, known) {
      if (!isOwners(userHandle, known.userId)) return null
      const { verifyAuthenticationResponse } = await library()
      const verified = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
        credential: libraryForm(known),
      }).catch(() => null)
      return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : null
    },
  }
}

/** Whether the user handle in a response is that of the owner. */
const isOwners = (userHandle: string | null, userId: string) =>
  userHandle !== null && Buffer.from(userHandle, 'base64url').equals(bytesOf(userId))

const libraryForm = ({ credentialId, publicKey, counter, transports }: PasskeyCredential) => ({
  id: credentialId,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
  transports,
})
