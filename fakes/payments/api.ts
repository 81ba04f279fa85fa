import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { FaultRules, RequestFault } from '#fakes/faults/fault-rules.ts'
import { readBody } from '#fakes/http/request-body.ts'

import { sendApiResult, type ApiResult } from './api-result.ts'
import { authenticate, checkVersion } from './authentication.ts'
import { StripeFailure } from './errors.ts'
import { expandObject } from './expansion.ts'
import { formOfUpload } from './files.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { newId } from './ids.ts'
import { checkParams } from './params/check.ts'
import { decodeForm } from './params/form-decoding.ts'
import type { Recorder } from './recorder.ts'
import type { Route, Router } from './route.ts'
import type { World } from './world.ts'

export type ApiParts = {
  world: World
  router: Router
  keys: IdempotencyKeys
  faults: FaultRules
  recorder: Recorder | null
}

const internalError: ApiResult = {
  status: 500,
  body: JSON.stringify({
    error: {
      type: 'api_error',
      message: 'An unknown error occurred.',
    },
  }),
}

const rateLimited: ApiResult = {
  status: 429,
  headers: { 'stripe-rate-limited-reason': 'global-rate', 'retry-after': '1' },
  body: JSON.stringify({
    error: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    },
  }),
}

/** Handles one call of the payment provider's API. */
export async function handleApiCall(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  const requestId = newId('req', 14)
  const method = request.method ?? 'GET'
  if (method === 'OPTIONS') return handlePreflight(response)
  const body = method === 'GET' ? query : await readForm(request)
  const rule = parts.faults.forRequest(method, path)
  const fault = rule?.fault
  if (fault === 'drop-before') return drop(request)
  if (fault === 'rate-limit') return sendApiResult(response, requestId, rateLimited)
  if (fault === 'error-before') return sendApiResult(response, requestId, internalError)

  const admitted = admit(parts, { headers: request.headers, method, path, body, requestId, fault })
  if (!admitted.ok) {
    if (fault === 'drop-after') return drop(request)
    return sendApiResult(response, requestId, admitted.result)
  }
  if (fault === 'delay') await wait(rule!.ms)
  const result = carryOut(parts, admitted.call)
  if (fault === 'delay-after') await wait(rule!.ms)
  parts.world.journal.whenSaved(() => {
    if (admitted.call.key) parts.keys.responded(admitted.call.key)
    if (fault === 'drop-after') drop(request)
    else sendApiResult(response, requestId, result)
  })
}

/** The parameters of a request; of an uploaded file its name, size and digest. */
async function readForm(request: IncomingMessage): Promise<string> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return readBody(request)
  return formOfUpload(await readBody(request, 'latin1'), type)
}

type Received = {
  headers: IncomingHttpHeaders
  method: string
  path: string
  body: string
  requestId: string
  fault: RequestFault | undefined
}

type Admitted = Received & {
  key: string | undefined
  route: Route
  ids: string[]
  withKey: 'secret' | 'publishable'
}

/** Checks authentication, version, route and idempotency key before the call runs. */
function admit(
  parts: ApiParts,
  received: Received,
): { ok: true; call: Admitted } | { ok: false; result: ApiResult } {
  const { headers, method, path, body } = received
  const key = method === 'POST' ? (headers['idempotency-key'] as string | undefined) : undefined
  try {
    const withKey = authenticate(headers, parts.world.settings)
    checkVersion(headers)
    const found = parts.router.find(method, path)
    if (!found) throw unrecognized(method, path)
    if (withKey === 'publishable' && !found.route.fromBrowser) throw secretKeyNeeded
    const stored = key ? parts.keys.take(key, path, body) : null
    if (stored) {
      return {
        ok: false,
        result: { ...stored, headers: { 'idempotency-key': key!, 'idempotent-replayed': 'true' } },
      }
    }
    return { ok: true, call: { ...received, key, withKey, ...found } }
  } catch (error) {
    const result = errorResult(error)
    return { ok: false, result: key ? { ...result, headers: { 'idempotency-key': key } } : result }
  }
}

function carryOut(parts: ApiParts, call: Admitted): ApiResult {
  const { key, requestId } = call
  const headers = key ? { 'idempotency-key': key, 'original-request': requestId } : undefined
  try {
    const cause = { id: requestId, idempotency_key: key ?? null }
    const result = parts.world.events.causedBy(cause, () => execute(parts, call))
    const sent = call.fault === 'error-after' ? internalError : result
    if (key) parts.keys.keep(key, { status: sent.status, body: sent.body })
    return { ...sent, headers }
  } catch (error) {
    const result = errorResult(error)
    if (key) {
      if (error instanceof StripeFailure && error.beforeExecution) parts.keys.release(key)
      else parts.keys.keep(key, result)
    }
    return { ...result, headers }
  }
}

function execute(
  { world, recorder }: ApiParts,
  { route, ids, withKey, method, path, body }: Admitted,
): ApiResult {
  const params = checkParams(decodeForm(body), route.accepted)
  const record = (recorded: ApiResult) => {
    // The parameters of the browser script are not part of the SDK's declarations.
    if (withKey === 'secret') {
      recorder?.record({ method, path, paramsName: route.paramsName, params, response: recorded })
    }
    return recorded
  }
  try {
    const result = route.handle({ world, params: params as never, ids, id: ids[0] ?? '', withKey })
    const expanded = expandObject(world, result, params.expand as string[] | undefined)
    return record({ status: 200, body: JSON.stringify(expanded) })
  } catch (error) {
    if (error instanceof StripeFailure) record(errorResult(error))
    throw error
  }
}

function errorResult(error: unknown): ApiResult {
  if (error instanceof StripeFailure)
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  process.stderr.write(
    `fake payment server: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  return internalError
}

const unrecognized = (method: string, path: string) =>
  new StripeFailure(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    true,
  )

const secretKeyNeeded = new StripeFailure(
  401,
  {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  },
  true,
)

function handlePreflight(response: ServerResponse) {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '300',
  })
  response.end()
}

function drop(request: IncomingMessage) {
  request.socket.destroy()
}
