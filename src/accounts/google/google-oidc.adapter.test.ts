import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { FakeGoogle } from '#fakes/google/server.ts'
import { client, startGoogle } from '#fakes/google/server.ts'
import { signingKey } from '#fakes/google/signing-key.ts'
import { freePorts } from '#launch/free-ports.ts'
import type { HttpServer, Respond } from '#tests/harness/http-server.ts'
import {
  dripping,
  html,
  json,
  startHttpServer,
  wrongResponses,
} from '#tests/harness/http-server.ts'

import { googleOidc } from './google-oidc.adapter.server.ts'
import type { Google, OAuthState } from './google.ts'
import { GoogleRefused, GoogleUnavailable } from './google.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kohue-google-'))
const publicUrl = 'http://localhost:3000'
let fake: FakeGoogle
let google: Google
beforeAll(async () => {
  fake = await startGoogle({ port: await freePorts(1), dataDir })
  google = googleOidc({
    clientId: client.id,
    clientSecret: client.secret,
    discoveryUrl: fake.discoveryUrl,
    publicUrl,
  })
})
afterAll(async () => {
  await fake.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Begins a sign-in and agrees at Google; returns the state cookie and the callback's parameters. */
async function agreed(change: Record<string, string> = {}) {
  const begun = await google.begin(`${publicUrl}/login/google/callback`, {
    to: '',
    inWindow: false,
    connects: false,
  })
  const { search } = new URL(begun.url)
  const form = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) form.set(name, value)
  form.set('choice', 'other')
  form.set('email', 'lucia@gmail.example')
  form.set('email_verified', 'yes')
  const [address] = begun.url.split('?')
  const response = await fetch(address!, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = begun.cookies.map((written) => written.split(';', 1)[0]).join('; ')
  const state = google.stateOf(new Headers({ cookie }))!
  return { state, search: new URL(response.headers.get('location')!).searchParams }
}

const finish = ({ state, search }: { state: OAuthState; search: URLSearchParams }) =>
  google.finish(search, state)

test('a user who agreed returns with a verified address', async () => {
  expect(await finish(await agreed())).toMatchObject({
    email: 'lucia@gmail.example',
    emailVerified: true,
  })
})

test('a response to the request of another browser is refused', async () => {
  const [one, other] = [await agreed(), await agreed()]
  const search = new URLSearchParams(one.search)
  search.set('state', other.state.state)
  await expect(finish({ ...one, search })).rejects.toThrow(GoogleRefused)
  search.delete('state')
  await expect(finish({ ...one, search })).rejects.toThrow(GoogleRefused)
  expect(await finish(other)).toMatchObject({ email: 'lucia@gmail.example' })
})

test('an identity token for another request is refused', async () => {
  await expect(finish(await agreed({ nonce: 'another' }))).rejects.toThrow(GoogleRefused)
})

test('no two requests have the same state, nonce or verifier', async () => {
  const [one, other] = [(await agreed()).state, (await agreed()).state]
  for (const name of ['state', 'nonce', 'verifier'] as const) {
    expect(one[name]).toMatch(/^[\w-]{32,}$/)
    expect(one[name], name).not.toBe(other[name])
  }
})

test('a discovery document of another issuer is refused', async () => {
  const document = await (await fetch(fake.discoveryUrl)).text()
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(document)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const misled = googleOidc({
    clientId: client.id,
    clientSecret: client.secret,
    discoveryUrl: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    publicUrl,
  })
  await expect(
    misled.begin(`${publicUrl}/login/google/callback`, {
      to: '',
      inWindow: false,
      connects: false,
    }),
  ).rejects.toThrow(GoogleUnavailable)
  other.close()
})

test('a code that is sent twice signs in once', async () => {
  const back = await agreed()
  expect(await finish(back)).toMatchObject({ email: 'lucia@gmail.example' })
  await expect(finish(back)).rejects.toThrow(GoogleRefused)
})

test('an identity token with another signature is refused', async () => {
  await expect(finish(await agreed({ forged: 'yes' }))).rejects.toThrow(GoogleRefused)
})

describe('a failing Google', () => {
  let service: HttpServer
  beforeAll(async () => {
    service = await startHttpServer()
  })
  afterAll(() => service.stop())

  const metadata = () => ({
    issuer: service.url,
    authorization_endpoint: `${service.url}/auth`,
    token_endpoint: `${service.url}/token`,
    jwks_uri: `${service.url}/keys`,
  })

  /** Signs in with what each of Google's three addresses responds. */
  async function signIn(
    responses: { discovery?: Respond; token?: Respond; keys?: Respond },
    change: { claims?: object; resign?: (idToken: string) => string } = {},
  ) {
    const { url } = service
    const key = signingKey(dataDir)
    let nonce = ''
    const claims = () => {
      const now = Math.floor(Date.now() / 1_000)
      return {
        iss: url,
        aud: client.id,
        sub: '1',
        email: 'a@gmail.example',
        nonce,
        iat: now,
        exp: now + 60,
        ...change.claims,
      }
    }
    const idToken: Respond = (response, request) => {
      const signed = key.signed(claims())
      const id_token = change.resign?.(signed) ?? signed
      const tokens = { access_token: 'a', token_type: 'Bearer', id_token }
      json(tokens)(response, request)
    }
    const { discovery = json(metadata()), token = idToken } = responses
    const { keys = json({ keys: [key.jwk] }) } = responses
    service.respondWith((response, request) => {
      const respond = { '/token': token, '/keys': keys }[request.url!] ?? discovery
      respond(response, request)
    })
    const adapter = googleOidc({
      ...{ clientId: client.id, clientSecret: client.secret, publicUrl, timeout: 1 },
      discoveryUrl: `${url}/.well-known/openid-configuration`,
    })
    const begun = await adapter.begin(`${publicUrl}/login/google/callback`, {
      ...{ to: '', inWindow: false, connects: false },
    })
    const cookie = begun.cookies.map((written) => written.split(';', 1)[0]).join('; ')
    const state = adapter.stateOf(new Headers({ cookie }))!
    nonce = state.nonce
    return adapter.finish(new URLSearchParams({ code: 'a-code', state: state.state }), state)
  }

  test('signs in when nothing fails', async () => {
    expect(await signIn({})).toMatchObject({ email: 'a@gmail.example' })
  })

  const hourAgo = () => Math.floor(Date.now() / 1_000) - 3_600
  test.each([
    ['for another client', { aud: 'another-client' }],
    ['for several clients, authorized to another', { aud: [client.id, 'b'], azp: 'b' }],
    ['of another issuer', { iss: 'https://accounts.evil.example' }],
    ['that has expired', { iat: hourAgo() - 60, exp: hourAgo() }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
  ])('an identity token %s is refused', async (_name, claims) => {
    await expect(signIn({}, { claims })).rejects.toThrow(GoogleRefused)
  })

  test.each(['none', 'HS256'])('an identity token of the algorithm %s is refused', async (alg) => {
    const resign = (idToken: string) => {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
      const body = `${header}.${idToken.split('.')[1]}`
      const mac = createHmac('sha256', client.secret).update(body).digest('base64url')
      return `${body}.${alg === 'none' ? '' : mac}`
    }
    await expect(signIn({}, { resign })).rejects.toThrow(GoogleRefused)
  })

  test.each(Object.entries(wrongResponses))(
    'responds with %s: the sign-in fails',
    async (_name, wrong) => {
      await expect(signIn({ discovery: wrong })).rejects.toThrow(GoogleUnavailable)
      await expect(signIn({ token: wrong })).rejects.toThrow(Error)
      await expect(signIn({ keys: wrong })).rejects.toThrow(Error)
    },
  )

  test('is reported as unavailable, not as a refusal', async () => {
    const { 'invalid JSON': invalid, 'half a body': cut, 'an endless body': long } = wrongResponses
    for (const wrong of [
      html(),
      html(502),
      json({ error: 'server_error' }, 503),
      invalid,
      cut,
      long,
    ]) {
      await expect(signIn({ token: wrong! })).rejects.toThrow(GoogleUnavailable)
      await expect(signIn({ keys: wrong! })).rejects.toThrow(GoogleUnavailable)
    }
  })

  test('is silent, or sends a byte at a time without end: unavailable, at its time limit', async () => {
    const silent: Respond = () => {}
    for (const slow of [silent, dripping]) {
      for (const at of ['discovery', 'token', 'keys']) {
        await expect(signIn({ [at]: slow })).rejects.toThrow(GoogleUnavailable)
      }
    }
  })
})
