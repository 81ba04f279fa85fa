import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'

import type { Shop } from '#use-cases/shop.ts'

import { sendApiError } from './errors.ts'
import { operation } from './operation.ts'

/** An event is small; a real one has never been seen above this, in bytes. */
const eventLimit = 256 * 1024

const schema = operation({
  summary: 'Takes an event of the payment provider.',
  about: 'service',
  who: 'provider',
  body: z.looseObject({ id: z.string(), type: z.string() }),
  answer: z.object({ received: z.literal(true) }),
})

/** Where the payment provider sends its events. The signature is over the body as it came. */
export const webhookRoute: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  // The body is documented and not checked: it is signed as it came.
  const unread = { bodyLimit: eventLimit, validatorCompiler: () => (value: unknown) => ({ value }) }
  app.post('/stripe/webhook', { ...unread, ...schema }, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) {
      return sendApiError(request, reply, 400, 'unsigned', 'The event carries no signature.')
    }
    const received = await shop.receiveEvent(request.body, signature)
    if (received === 'forged') {
      return sendApiError(request, reply, 400, 'forged', 'The signature is not the provider’s.')
    }
    if (received === 'later') {
      return sendApiError(request, reply, 503, 'later', 'Please send this event again.')
    }
    return { received: true }
  })
}
