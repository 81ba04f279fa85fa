import * as oidc from 'openid-client'

import { limitBody } from '#platform/http/limit-body.ts'

import type { Google, GoogleProfile } from './google.ts'
import { GoogleRefused, GoogleUnavailable } from './google.ts'
import { oauthStateCookie } from './oauth-state-cookie.ts'

type GoogleSettings = {
  clientId: string
  clientSecret: string
  discoveryUrl: string
  publicUrl: string
  /** Time limit of a call, in seconds. */
  timeout?: number
}

/** How long its discovery document is cached. */
const discoveryMinutes = 60

/** Google, or another OpenID provider, by its discovery document. */
export function googleOidc(settings: GoogleSettings): Google {
  const cookie = oauthStateCookie(settings)
  let known: { config: oidc.Configuration; until: number } | undefined

  async function configuration(): Promise<oidc.Configuration> {
    if (known && known.until > Date.now()) return known.config
    const server = new URL(settings.discoveryUrl)
    const execute = [oidc.enableNonRepudiationChecks]
    // Only the fake server uses plain HTTP; production refuses such an address at boot.
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    const { clientId, clientSecret, timeout = 10 } = settings
    const config = await oidc
      .discovery(server, clientId, clientSecret, undefined, {
        execute,
        timeout,
        [oidc.customFetch]: async (url, init) => limitBody(await fetch(url, init as RequestInit)),
      })
      .catch((cause: unknown) => {
        throw new GoogleUnavailable('no discovery document', { cause })
      })
    const { issuer } = config.serverMetadata()
    if (issuer !== issuerAt(server)) {
      throw new GoogleUnavailable(`the discovery document is of another issuer: ${issuer}`)
    }
    known = { config, until: Date.now() + discoveryMinutes * 60_000 }
    return config
  }

  return {
    async begin(redirectUri, request) {
      const config = await configuration()
      const sent = {
        ...request,
        redirectUri,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: sent.state,
        nonce: sent.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(sent.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { url: url.href, cookies: [cookie.write(sent)] }
    },

    stateOf: cookie.read,
    forget: () => [cookie.clear()],

    async finish(search, state) {
      const config = await configuration()
      const returnedTo = new URL(state.redirectUri)
      returnedTo.search = search.toString()
      const tokens = await oidc
        .authorizationCodeGrant(config, returnedTo, {
          pkceCodeVerifier: state.verifier,
          expectedState: state.state,
          expectedNonce: state.nonce,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          known = undefined
          throw isRefusal(cause)
            ? new GoogleRefused('the token response was refused', { cause })
            : new GoogleUnavailable('no token', { cause })
        })
      return profileOf(tokens.claims())
    },
  }
}

/**
 * The issuer that a discovery URL belongs to (OpenID Connect Discovery 4.3). The library compares it
 * only when it is given the issuer instead of the URL.
 */
const issuerAt = ({ href }: URL): string =>
  href.replace(/\/\.well-known\/openid-configuration$/, '')

/** Error codes of a failing Google, as opposed to a refusal or a forged response. */
const outageCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

const isRefusal = (cause: unknown) =>
  cause instanceof oidc.AuthorizationResponseError ||
  (cause instanceof oidc.ResponseBodyError && cause.status < 500) ||
  (cause instanceof oidc.ClientError && !outageCodes.has(cause.code ?? ''))

function profileOf(claims: oidc.IDToken | undefined): GoogleProfile {
  const text = (name: string) => {
    const value = claims?.[name]
    return typeof value === 'string' ? value : ''
  }
  if (!claims?.sub || !text('email')) throw new GoogleRefused('no email claim')
  return {
    subject: claims.sub,
    email: text('email'),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    givenName: text('given_name'),
    familyName: text('family_name'),
  }
}
