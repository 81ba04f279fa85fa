import type { FastifyPluginAsync } from 'fastify'

import type { Shop } from '#use-cases/shop.ts'

import { sendApiError } from '#api/errors.ts'

/** In bytes; a notification returns the head of an email, rarely all of it. */
const bounceLimit = 256 * 1024

/** Takes delivery status notifications (RFC 3464) as the mail service got them; signed over the raw body. */
export const bounceRoute: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
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
        return sendApiError(request, reply, 400, 'unsigned', 'The message carries no signature.')
      }
      const received = await shop.receiveBounce(request.body, signature)
      if (received === 'off') {
        return sendApiError(request, reply, 404, 'not-found', 'There is no such call.')
      }
      if (received === 'forged') {
        return sendApiError(request, reply, 400, 'forged', 'The signature does not fit.')
      }
      if (received === 'unreadable') {
        const text = 'This is no delivery status notification.'
        return sendApiError(request, reply, 422, 'invalid-values', text)
      }
      return reply.code(204).send()
    },
  )
}
