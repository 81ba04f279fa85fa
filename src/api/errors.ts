import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** What every answer of the API outside 2xx looks like. */
export type ApiError = { error: { code: string; message: string; requestId: string } }

/** Refusals that no page of ours causes: worth a line, whoever tried. */
const suspicious = new Set(['cross-site', 'disagrees', 'forged', 'unsigned'])

/** Seconds after which whoever met a full or waiting house may come again. */
const waitSeconds = '5'

/** With a 503 goes when to ask again, unless that is said already. */
export function askToReturn(reply: FastifyReply, status: number): void {
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', waitSeconds)
}

export function sendApiError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
) {
  if (suspicious.has(code)) {
    request.log.warn({ code, route: request.routeOptions.url }, 'a call was refused')
  }
  askToReturn(reply, status)
  const body: ApiError = { error: { code, message, requestId: request.id } }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Statuses that Fastify itself gives, as our codes and sentences. */
const statuses: Record<number, [code: string, message: string]> = {
  400: ['bad-request', 'The request could not be read.'],
  401: ['not-signed-in', 'Please log in first.'],
  403: ['not-allowed', 'You may not do this.'],
  404: ['not-found', 'There is no such thing here.'],
  405: ['method-not-allowed', 'This call does not take that method.'],
  413: ['too-large', 'The request is too large.'],
  415: ['unsupported-type', 'Send JSON (application/json) or a form.'],
  429: ['too-many-requests', 'Too many requests; please wait a moment.'],
  503: ['busy', 'The shop is very busy; please try again in a moment.'],
}

/** The API's error handler: expected faults by their status; what failed is logged, once. */
export function apiErrorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.validation) {
    const where = error.validation.map((fault) => fault.instancePath.slice(1) || 'body')
    const message = `These values can't be accepted: ${[...new Set(where)].join(', ')}.`
    return sendApiError(request, reply, 422, 'invalid-values', message)
  }
  if (error instanceof ApiFault) {
    return sendApiError(request, reply, error.statusCode, error.code, error.message)
  }
  const status = error.statusCode ?? 500
  const known = statuses[status]
  // What is known and has a cause was not refused: something failed behind it.
  if (!known || error.cause) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'an API call failed')
  }
  if (known) return sendApiError(request, reply, status, ...known)
  return sendApiError(request, reply, 500, 'internal-error', 'Something went wrong on our side.')
}

/** An expected fault with a status, a code and a sentence of its own. */
export class ApiFault extends Error {
  readonly statusCode: number
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}
