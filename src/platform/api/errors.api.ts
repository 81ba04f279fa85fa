import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** An expected error with a status, a code and a sentence for people. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** Codes of requests that no page of ours sends; each is logged. */
const suspicious = new Set(['disagrees', 'forged', 'unsigned'])

/** Sends the body of every response of the API outside 2xx. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
) {
  if (suspicious.has(code)) {
    request.log.warn({ code, route: request.routeOptions.url }, 'API call refused')
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: { code, message, requestId: request.id } })
}

/** Whether a URL is the API's, in upper or lower case. */
export const isApiPath = (url: string): boolean => /^\/api(?:[/?]|$)/i.test(url)

const busy: [string, string] = ['busy', 'The shop is very busy; please try again in a moment.']

/** Codes and sentences for the statuses that Fastify itself sends. */
const statuses: Record<number, [code: string, message: string]> = {
  400: ['bad-request', 'The request could not be read.'],
  401: ['not-signed-in', 'Please log in first.'],
  403: ['not-allowed', 'You may not do this.'],
  404: ['not-found', 'There is no such thing here.'],
  405: ['method-not-allowed', 'This call does not take that method.'],
  413: ['too-large', 'The request is too large.'],
  415: ['unsupported-type', 'Send JSON (application/json) or a form.'],
  429: ['too-many-requests', 'Too many requests; please wait a moment.'],
  502: busy,
  503: busy,
}

/** The API's error handler: sends expected errors with their status, and logs unexpected ones once. */
export function apiErrorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.validation) {
    const where = error.validation.map((invalid) => invalid.instancePath.slice(1) || 'body')
    const message = `These values can't be accepted: ${[...new Set(where)].join(', ')}.`
    return sendError(request, reply, 422, 'invalid-values', message)
  }
  if (error instanceof ApiError) {
    return sendError(request, reply, error.statusCode, error.code, error.message)
  }
  const status = error.statusCode ?? 500
  const known = statuses[status]
  // An error with a cause is a failure of ours or of a service, not a refusal.
  if (!known || error.cause) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'API call failed')
  }
  if (known) return sendError(request, reply, status, ...known)
  return sendError(request, reply, 500, 'internal-error', 'Something went wrong on our side.')
}
