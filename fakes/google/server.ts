import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'

import { consentPage } from './consent-page.ts'
import type { AuthorizationRequest } from './grants.ts'
import { Grants } from './grants.ts'
import type { Person } from './people.ts'
import { people, subjectOf } from './people.ts'
import { passingKey, signingKey } from './signing-key.ts'

export const client = { id: 'kohue.apps.fake', secret: 'google-fake-secret' }

export type FakeGoogle = { issuer: string; discoveryUrl: string; stop(): Promise<void> }

const paths = {
  discovery: '/.well-known/openid-configuration',
  authorize: '/o/oauth2/v2/auth',
  token: '/token',
  keys: '/oauth2/v3/certs',
  userinfo: '/v1/userinfo',
} as const

const requestFields = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
] as const

/** An OpenID provider with Google's paths and claims, for one client on this machine. */
export async function startGoogle(options: { port: number; dataDir: string }): Promise<FakeGoogle> {
  const key = signingKey(options.dataDir)
  const forger = passingKey()
  const grants = new Grants()
  const signedIn = new Map<string, Person>()
  const issuer = `http://127.0.0.1:${options.port}`

  const discovery = {
    issuer,
    authorization_endpoint: issuer + paths.authorize,
    token_endpoint: issuer + paths.token,
    userinfo_endpoint: issuer + paths.userinfo,
    jwks_uri: issuer + paths.keys,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }

  function choose(form: URLSearchParams, response: ServerResponse) {
    const fault = faultIn(form)
    if (fault) return send(response, 400, 'text/plain', `Error 400: ${fault}\n`)
    const request = requestIn(form)
    const back = new URL(request.redirect_uri)
    back.searchParams.set('state', request.state)
    const person = personIn(form)
    if (person) back.searchParams.set('code', grants.give(request, person))
    else back.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange(form: URLSearchParams, authorization: string, response: ServerResponse) {
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    const [basicId, basicSecret] = basic.split(':').map(decodeURIComponent)
    const clientId = form.get('client_id') ?? basicId
    if (clientId !== client.id || (form.get('client_secret') ?? basicSecret) !== client.secret) {
      return sendJson(response, 401, { error: 'invalid_client' })
    }
    const grant = grants.take(form.get('code') ?? '', {
      clientId,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier') ?? '',
    })
    if (!grant) return sendJson(response, 400, { error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const accessToken = `ya29.${randomBytes(24).toString('base64url')}`
    signedIn.set(accessToken, grant.person)
    const about = { iss: issuer, aud: client.id, azp: client.id, iat: now, exp: now + 3600 }
    sendJson(response, 200, {
      access_token: accessToken,
      expires_in: 3599,
      scope: grant.request.scope,
      token_type: 'Bearer',
      id_token: (grant.person.isForged ? forger : key).signed({
        ...about,
        ...claimsOf(grant.person),
        ...(grant.request.nonce && { nonce: grant.request.nonce }),
      }),
    })
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', issuer)
    const form = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : '')
    const authorization = request.headers.authorization ?? ''
    const route = `${request.method} ${url.pathname}`
    if (route === `GET ${paths.discovery}`) return sendJson(response, 200, discovery)
    if (route === `GET ${paths.keys}`) return sendJson(response, 200, { keys: [key.jwk] })
    if (route === `GET ${paths.authorize}`) return authorize(url.searchParams, response)
    if (route === `POST ${paths.authorize}`) return choose(form, response)
    if (route === `POST ${paths.token}`) return exchange(form, authorization, response)
    if (route === `GET ${paths.userinfo}`) {
      const person = signedIn.get(authorization.replace(/^Bearer /, ''))
      return person
        ? sendJson(response, 200, claimsOf(person))
        : sendJson(response, 401, { error: 'invalid_token' })
    }
    if (route === 'GET /healthz') return send(response, 200, 'text/plain', 'ok\n')
    send(response, 404, 'text/plain', 'There is no such page.\n')
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  return {
    issuer,
    discoveryUrl: issuer + paths.discovery,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function authorize(query: URLSearchParams, response: ServerResponse) {
  const fault = faultIn(query)
  if (fault) return send(response, 400, 'text/plain', `Error 400: ${fault}\n`)
  send(response, 200, 'text/html', consentPage(people, requestIn(query)))
}

/** Google's error message for an invalid authorization request, or null. */
function faultIn(query: URLSearchParams): string | null {
  if (query.get('client_id') !== client.id) return 'invalid_client'
  if (!isOurs(query.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch'
  if ((query.get('response_type') ?? 'code') !== 'code') return 'unsupported_response_type'
  if (!query.get('scope')?.split(' ').includes('openid')) return 'invalid_scope'
  return query.get('code_challenge') ? null : 'invalid_request: code_challenge is missing'
}

/** Allowed redirect addresses: those of the shop on this machine. */
function isOurs(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { hostname, pathname } = new URL(redirectUri)
  return ['localhost', '127.0.0.1'].includes(hostname) && pathname === '/login/google/callback'
}

const requestIn = (query: URLSearchParams) =>
  Object.fromEntries(
    requestFields.map((name) => [name, query.get(name) ?? '']),
  ) as AuthorizationRequest

function personIn(form: URLSearchParams): Person | null {
  const choice = form.get('choice')
  if (choice !== 'other') return people.find((person) => person.email === choice) ?? null
  return {
    email: form.get('email') ?? '',
    emailVerified: form.get('email_verified') === 'yes',
    givenName: form.get('given_name') ?? '',
    familyName: form.get('family_name') ?? '',
    isForged: form.get('forged') === 'yes',
  }
}

const claimsOf = (person: Person) => ({
  sub: subjectOf(person.email),
  email: person.email,
  email_verified: person.emailVerified,
  name: `${person.givenName} ${person.familyName}`.trim(),
  given_name: person.givenName,
  family_name: person.familyName,
})

const longestBody = 16 * 1024

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > longestBody) throw new Error('too long')
  }
  return body
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(body)
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  send(response, status, 'application/json', JSON.stringify(body))
