import { AsyncLocalStorage } from 'node:async_hooks'

import type { FastifyInstance } from 'fastify'
import type { DestinationStream, Logger } from 'pino'
import pino from 'pino'

import { errorForLog } from './error-for-log.ts'

/** Fields that are never logged. */
const secret = [
  'authorization',
  'cookie',
  'email',
  'password',
  'recipient',
  'secret',
  'token',
] as const

const currentRequest = new AsyncLocalStorage<{ reqId: string }>()

/** Opens the log: JSON lines without secrets, with the id of the current request, if any. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: errorForLog },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), remove: true },
      mixin: (_line, _level, log) =>
        'reqId' in log.bindings() ? {} : { ...currentRequest.getStore() },
    },
    destination,
  )

/** Adds the request's id to every response and to every log line of the request. */
export function addRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    currentRequest.run({ reqId: request.id }, done)
  })
  // A body is read in socket events, outside the async context of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    currentRequest.run({ reqId: request.id }, done)
  })
}
