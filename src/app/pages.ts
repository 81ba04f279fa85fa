import fastifyCompress from '@fastify/compress'
import type {
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { roleNow } from '#accounts/sessions/login-session.actions.server.ts'
import { Overloaded } from '#accounts/sign-in/limit-concurrency.ts'
import { may } from '#platform/access/access.rules.ts'
import { isApiPath } from '#platform/api/errors.api.ts'
import { ageGateOf } from '#platform/http/age-gate.rules.ts'
import {
  failureContext,
  outageContext,
  logContext,
  patternContext,
  refusedContext,
  requestContext,
  servicesContext,
  siteContext,
} from '#platform/http/context.ts'
import { isDataRequest } from '#platform/http/data-request.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { createPlaceholders } from '#platform/http/placeholders.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { compression } from './compression.ts'
import { DatabaseUnavailable, isOutage, namedFailure } from './database-unavailable.ts'
import type { DevMode } from './dev-mode.ts'
import type { Env } from './env.ts'
import { pageMethods } from './page-methods.ts'
import { allowedOrigins } from './security/allowed-origins.ts'
import { withCardField, withPaymentByBrowser } from './security/card-field-policy.ts'
import { allowInPolicy } from './security/page-policy.ts'
import { patternsToPayment, paymentHosts, withPayment } from './security/payment-policy.ts'
import { rejectUnreadableForm } from './security/reject-unreadable-urls.ts'
import { permissions } from './security/security-headers.ts'
import type { App } from './services.ts'
import { siteFrom } from './settings.ts'

/** Content types of forms, which alone are accepted by pages. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** The pattern of the only page with a third-party script. */
const cardPattern = 'card'

/** Patterns of a campaign's page and of the email that it shows in frames, which has inline styles and no scripts. */
const campaignPattern = 'admin/campaigns/:id'
const previewPattern = 'admin/campaigns/:id/preview'
const emailPolicy =
  "default-src 'none';style-src 'unsafe-inline';img-src data:;frame-ancestors 'self';sandbox"

const policyHeader = 'content-security-policy'

/** Forms with a file; other forms keep the server's size limit. */
const uploadPaths = [
  paths.wineFile(':id', ':kind'),
  paths.release(':id', 'allocations'),
  paths.handovers(),
  paths.licence(':id'),
  paths.carrierList(),
].map((path) => path.replaceAll('%3A', ':'))

/** A file of 5 MB and the rest of its form, in bytes. */
const uploadLimit = 5 * 1024 * 1024 + 64 * 1024

/** Files that a process takes at once: each needs several times its size while its form is read. */
const mostUploads = 4

/**
 * Runs before a large body is read: only staff upload files, and a few at once. The guard of the page runs later.
 */
function onlyStaff(app: App): onRequestAsyncHookHandler {
  let uploads = 0
  return async (request, reply) => {
    const headers = new Headers({ cookie: request.headers.cookie ?? '' })
    const access = await roleNow(app.services, headers)
    if (may(access, 'see-admin')) {
      // The client may have left while its role was read: no close event would follow.
      if (uploads >= mostUploads || reply.raw.destroyed) throw new TooManyUploads()
      uploads += 1
      reply.raw.once('close', () => (uploads -= 1))
      return
    }
    if (access.role !== 'visitor') throw new NotStaff()
    return reply.redirect(paths.login(request.url), 302)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a form may have a file. */
    takesFiles?: boolean
  }
}

class NotStaff extends Error {
  readonly statusCode = 403
  readonly code = 'not-staff'
}

class TooManyUploads extends Error {
  readonly statusCode = 503
}

class WrongMethod extends Error {
  readonly statusCode = 405
}

class NoForm extends Error {
  readonly statusCode = 415
}

type PagesOptions = { env: Env; app: App; dev?: DevMode | undefined }

/** Handles every page: passes it to React Router with the context of the request. */
export const pages: FastifyPluginAsync<PagesOptions> = async (server, { env, app, dev }) => {
  const site = siteFrom(env, app.services.settings.identity)
  const hosts = paymentHosts(env)
  const toPayment = patternsToPayment(build.routes)
  const allowedActionOrigins = allowedOrigins(env).map((origin) => new URL(origin).host)
  const handle = dev
    ? createRequestHandler(
        async () => ({ ...(await dev.loadBuild()), allowedActionOrigins }),
        'development',
      )
    : createRequestHandler({ ...build, allowedActionOrigins }, 'production')

  await server.register(fastifyCompress, compression)

  // React Router parses forms; the server limits their size.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    formTypes,
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) =>
      rejectUnreadableForm(request, body, {
        takesFiles: request.routeOptions.config.takesFiles ?? false,
      }),
  )
  const methodsAt = pageMethods(build.routes)
  // What is wrong with a request is said in this order: its address, its method, the kind of its body.
  server.addHook('onRequest', async (request, reply) => {
    if (isApiPath(request.url)) return reply.callNotFound()
    if (request.method === 'GET' || request.method === 'HEAD') return
    const isForm = formTypes.some((type) => request.headers['content-type']?.startsWith(type))
    // React Router answers a form itself: with its pages for 404 and, after the guards, 403 and 405.
    if (request.method === 'POST' && isForm) return
    const methods = methodsAt(request.url.split('?')[0]!)
    if (methods === null) return reply.callNotFound()
    if (!methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      throw new WrongMethod()
    }
    if (!request.headers['content-type']) throw new NoForm()
  })

  const handleRequest: RouteHandlerMethod = async (request, reply) => {
    const context = new RouterContextProvider()
    context.set(servicesContext, app.services)
    context.set(siteContext, { ...site, today: shopToday(app.services) })
    context.set(outageContext, isOutage)
    context.set(logContext, request.log)
    const pageRequest = webRequest(request, reply)
    const isDocument = !isDataRequest(pageRequest)
    const nonce = reply.cspNonce.script
    context.set(requestContext, {
      id: request.id,
      nonce,
      ageGate: ageGateOf(request.cookies),
      // A rejected form is shown as it was sent.
      placeholders: createPlaceholders(isDocument && request.method === 'GET', {
        nonce,
        requestId: request.id,
      }),
    })
    let response = await handle(pageRequest, context)
    request.template = context.get(patternContext)
    if (isDocument && (await isBare(response))) {
      context.set(refusedContext, response.status)
      response = await handle(atNoPage(pageRequest), context)
    }
    const failure = namedFailure(context.get(failureContext))
    request.failure = failure
    const isUnavailable =
      response.status === 500 &&
      (failure instanceof DatabaseUnavailable || failure instanceof Overloaded)
    if (isUnavailable && isDocument) throw failure
    reply.code(isUnavailable ? failure.statusCode : response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    let policy = String(reply.raw.getHeader(policyHeader))
    if (toPayment.has(request.template)) policy = withPayment(policy, hosts)
    if (request.template === cardPattern) {
      policy = withCardField(policy, env.STRIPE_JS_URL)
      reply.header('permissions-policy', withPaymentByBrowser(permissions, env.STRIPE_JS_URL))
    }
    if (request.template === campaignPattern) {
      policy = allowInPolicy(policy, { 'frame-src': ["'self'"] })
    }
    if (request.template === previewPattern) {
      policy = emailPolicy
      reply.header('x-frame-options', 'SAMEORIGIN')
    }
    reply.header(policyHeader, policy)
    // A body of known length is sent as one buffer, so that it is compressed inline.
    const isWhole = response.body && response.headers.has('content-length')
    return reply.send(isWhole ? Buffer.from(await response.arrayBuffer()) : response.body)
  }
  // A `Request` of the Fetch standard can't have the method TRACE.
  const method = server.supportedMethods.filter((known) => known !== 'TRACE')
  server.route({ method, url: '*', config: { takesFiles: false }, handler: handleRequest })
  const onRequest = onlyStaff(app)
  for (const path of uploadPaths) {
    const options = { config: { takesFiles: true }, bodyLimit: uploadLimit, onRequest }
    server.post(path, options, handleRequest)
  }
}

/** Whether a route without a component refused: React Router then sends what was thrown, a null. */
const isBare = async (response: Response): Promise<boolean> =>
  response.status >= 400 &&
  response.headers.get('content-type')?.startsWith('application/json') === true &&
  (await response.clone().text()) === 'null'

/** The same request for an address with a component, of which `showRefusal` shows the page of the refusal. */
const atNoPage = ({ url, headers, signal }: Request) =>
  new Request(new URL('/refused', url), { headers, signal })

/** Fastify's request as a `Request` of the Fetch standard, aborted when the client disconnects. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each)
    else if (value !== undefined) headers.set(name, value)
  }
  // A client address in the request's own headers is replaced by that of the connection.
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
