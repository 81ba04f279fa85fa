import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'

import { ApiError } from '#platform/api/errors.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import type { Services } from '#platform/services/services.ts'

import { receiveEvent } from './receive-event.actions.server.ts'

/** Size limit of an event, in bytes; real ones are far smaller. */
const eventLimit = 256 * 1024

const schema = operation({
  summary: 'Takes an event of the payment provider.',
  about: 'service',
  who: 'provider',
  body: z.looseObject({ id: z.string(), type: z.string() }),
  response: z.object({ received: z.literal(true) }),
})

/** Webhook of the payment provider. The signature is over the raw body. */
export const webhookRoute: FastifyPluginAsync<{ services: Services }> = async (
  app,
  { services },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  // The body is documented but not validated: the signature is checked over the raw body.
  const unread = { bodyLimit: eventLimit, validatorCompiler: () => (value: unknown) => ({ value }) }
  app.post('/stripe/webhook', { ...unread, ...schema }, async (request) => {
    const signature = request.headers['stripe-signature']
    if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) {
      throw new ApiError(400, 'unsigned', 'The event carries no signature.')
    }
    const received = await receiveEvent(services, request.body, signature)
    if (received === 'forged') {
      throw new ApiError(400, 'forged', 'The signature is not the provider’s.')
    }
    if (received === 'foreign') {
      throw new ApiError(
        400,
        'foreign',
        'The event is incomplete, of another mode, or of another account.',
      )
    }
    if (received === 'later') throw new ApiError(503, 'later', 'Please send this event again.')
    return { received: true }
  })
}
