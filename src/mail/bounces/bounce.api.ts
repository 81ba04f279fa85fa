import type { FastifyPluginAsync } from 'fastify'

import { ApiError } from '#platform/api/errors.api.ts'
import type { Services } from '#platform/services/services.ts'

import { receiveBounce } from './receive-bounce.actions.server.ts'

/** Size limit of a notification, in bytes; most contain the headers of an email only. */
const bounceLimit = 256 * 1024

/** Takes delivery status notifications (RFC 3464) from the mail service, signed over the raw body. */
export const bounceRoute: FastifyPluginAsync<{ services: Services }> = async (
  app,
  { services },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['message/rfc822', 'text/plain', 'application/octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  app.post(
    '/mail/bounces',
    { bodyLimit: bounceLimit, schema: { hide: true } },
    async (request, reply) => {
      const signature = request.headers['x-kohue-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) {
        throw new ApiError(400, 'unsigned', 'The message carries no signature.')
      }
      const received = await receiveBounce(services, request.body, signature)
      if (received === 'off') throw new ApiError(404, 'not-found', 'There is no such call.')
      if (received === 'forged') throw new ApiError(400, 'forged', 'The signature does not fit.')
      if (received === 'unreadable') {
        throw new ApiError(422, 'invalid-values', 'This is no delivery status notification.')
      }
      return reply.code(204).send()
    },
  )
}
