import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { askToReturn } from '#api/errors.ts'
import { ageGateOf } from '#domain/age-gate.ts'
import type { Site } from '#web/context.ts'
import { ownWords } from '#web/own-words.ts'
import {
  failureContext,
  logContext,
  patternContext,
  requestContext,
  shopContext,
  siteContext,
} from '#web/context.ts'

import { compressed } from './compressed.ts'
import { DatabaseAway } from './database-away.ts'
import type { Env } from './env.ts'
import { passwordPolicyOf } from './password-policy.ts'
import { allowedOrigins } from './security/allowed-origins.ts'
import { withCardField, withPaymentByBrowser } from './security/card-field-policy.ts'
import { patternsToPayment, paymentHosts, withPayment } from './security/payment-policy.ts'
import { readableForm } from './security/readable.ts'
import { permissions } from './security/security-headers.ts'
import type { House } from './wire.ts'

export const siteOf = (env: Env): Site => ({
  title: env.PAGE_TITLE,
  publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
  phone: env.CONTACT_PHONE,
  email: env.CONTACT_EMAIL,
  responsibilityUrl: env.RESPONSIBILITY_URL,
  signIn: {
    google: Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET),
    captcha:
      env.CAPTCHA_SITE_KEY && env.CAPTCHA_SECRET
        ? { siteKey: env.CAPTCHA_SITE_KEY, scriptUrl: env.CAPTCHA_SCRIPT_URL }
        : null,
    passwordPolicy: passwordPolicyOf(env),
    allowedOrigins: allowedOrigins(env),
  },
  developerTools: env.DEVELOPER_TOOLS ?? env.NODE_ENV !== 'production',
})

/** What pages take: the forms of a browser, and nothing else. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** The one page with a script that is not ours. */
const cardPattern = 'card'
const policyHeader = 'content-security-policy'

class NoForm extends Error {
  readonly statusCode = 415
}

/** Everything that is a page: handed to React Router with what this request knows. */
export const pages: FastifyPluginAsync<{ env: Env; house: House }> = async (
  app,
  { env, house },
) => {
  const site = siteOf(env)
  const hosts = paymentHosts(env)
  const toPayment = patternsToPayment(build.routes)
  const allowedActionOrigins = allowedOrigins(env).map((origin) => new URL(origin).host)
  const handle = createRequestHandler({ ...build, allowedActionOrigins }, 'production')

  // Forms reach React Router as they came; the size limit is the server's.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    formTypes,
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => readableForm(request, body),
  )
  app.addHook('preValidation', async (request) => {
    const writes = request.method !== 'GET' && request.method !== 'HEAD'
    if (writes && !request.headers['content-type']) throw new NoForm()
  })

  app.all('*', async (request, reply) => {
    const context = new RouterContextProvider()
    context.set(shopContext, house.shop)
    context.set(siteContext, site)
    context.set(logContext, request.log)
    context.set(requestContext, {
      id: request.id,
      nonce: reply.cspNonce.script,
      ageGate: ageGateOf(request.cookies),
      own: ownWords(isDocument(request)),
    })
    const response = await handle(webRequest(request, reply), context)
    request.template = context.get(patternContext)
    const failure = context.get(failureContext)
    const isAway = response.status === 500 && failure instanceof DatabaseAway
    if (isAway && !isData(response)) throw failure
    const answer = await compressed(response, request.headers['accept-encoding'])
    const status = isAway ? failure.statusCode : answer.status
    askToReturn(reply, status)
    reply.code(status)
    for (const [name, value] of answer.headers) reply.header(name, value)
    let policy = String(reply.raw.getHeader(policyHeader))
    if (toPayment.has(request.template)) policy = withPayment(policy, hosts)
    if (request.template === cardPattern) {
      policy = withCardField(policy, env.STRIPE_JS_URL)
      reply.header('permissions-policy', withPaymentByBrowser(permissions, env.STRIPE_JS_URL))
    }
    reply.header(policyHeader, policy)
    return reply.send(answer.body)
  })
}

/** Whether it asks for a page to be rendered, and sends no form: a refused form is shown as it was sent. */
const isDocument = ({ method, url }: FastifyRequest) =>
  method === 'GET' && !url.split('?', 1)[0]!.endsWith('.data')

/** Whether it is what a page's own script asked for: that has a page already, and reads no other. */
const isData = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/x-script')

/** Fastify's request as the platform's, ended when the visitor leaves. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each)
    else if (value !== undefined) headers.set(name, value)
  }
  // What a client claims of its address is not believed; ours comes from the connection.
  headers.delete('x-forwarded-for')
  headers.set('x-kohue-address', request.ip)
  const leaving = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
  })
}
