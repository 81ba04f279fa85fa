import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every answer of the API outside 2xx looks like. */
export type ApiError = { error: { code: string; message: string; requestId: string } }

export function sendApiError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
) {
  const body: ApiError = { error: { code, message, requestId: request.id } }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
