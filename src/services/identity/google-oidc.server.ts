import * as oidc from 'openid-client'

import { errandCookie } from './errand-cookie.ts'
import type { Google, GoogleProfile } from './google.ts'
import { GoogleRefused, GoogleUnavailable } from './google.ts'

export type GoogleSettings = {
  clientId: string
  clientSecret: string
  discoveryUrl: string
  publicUrl: string
}

/** Seconds that Google has for an answer. */
const patience = 10

/** How long its discovery document is taken for true. */
const discoveryMinutes = 60

/** Google, or any other OpenID provider at the discovery address. */
export function googleOidc(settings: GoogleSettings): Google {
  const cookie = errandCookie(settings.publicUrl.startsWith('https:'))
  let known: { config: oidc.Configuration; until: number } | undefined

  async function configuration(): Promise<oidc.Configuration> {
    if (known && known.until > Date.now()) return known.config
    const server = new URL(settings.discoveryUrl)
    const execute = [oidc.enableNonRepudiationChecks]
    // Only the stand-in speaks plain HTTP; production refuses such an address at boot.
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    const { clientId, clientSecret } = settings
    const config = await oidc
      .discovery(server, clientId, clientSecret, undefined, { execute, timeout: patience })
      .catch((cause: unknown) => {
        throw new GoogleUnavailable('no discovery document', { cause })
      })
    known = { config, until: Date.now() + discoveryMinutes * 60_000 }
    return config
  }

  return {
    async begin(redirectUri, wish) {
      const config = await configuration()
      const errand = {
        ...wish,
        redirectUri,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: errand.state,
        nonce: errand.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(errand.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { url: url.href, cookies: [cookie.write(errand)] }
    },

    errandOf: cookie.read,
    forget: () => [cookie.clear()],

    async finish(search, errand) {
      const config = await configuration()
      const cameBackTo = new URL(errand.redirectUri)
      cameBackTo.search = search.toString()
      const tokens = await oidc
        .authorizationCodeGrant(config, cameBackTo, {
          pkceCodeVerifier: errand.verifier,
          expectedState: errand.state,
          expectedNonce: errand.nonce,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          known = undefined
          throw isRefusal(cause)
            ? new GoogleRefused('the answer was not accepted', { cause })
            : new GoogleUnavailable('no token', { cause })
        })
      return profileOf(tokens.claims())
    },
  }
}

const isRefusal = (cause: unknown) =>
  cause instanceof oidc.AuthorizationResponseError ||
  cause instanceof oidc.ResponseBodyError ||
  (cause instanceof oidc.ClientError && cause.code !== 'OAUTH_TIMEOUT')

function profileOf(claims: oidc.IDToken | undefined): GoogleProfile {
  const text = (name: string) => {
    const value = claims?.[name]
    return typeof value === 'string' ? value : ''
  }
  if (!claims?.sub || !text('email')) throw new GoogleRefused('no address in the answer')
  return {
    subject: claims.sub,
    email: text('email'),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    givenName: text('given_name'),
    familyName: text('family_name'),
  }
}
