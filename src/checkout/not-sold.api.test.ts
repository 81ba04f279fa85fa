import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'

import { notSoldError } from './not-sold.api.ts'

test.each([
  ['disagrees', 400],
  ['token-refused', 400],
  ['card-declined', 402],
  ['no-such-offer', 404],
  ['sold-out', 409],
  ['already-paid', 409],
  ['often-started', 429],
  ['too-many-tries', 429],
  ['provider-away', 503],
  ['provider-refused', 503],
] as const)(
  '%s is answered with %i, and with when to try again where that helps',
  (reason, status) => {
    const set: unknown[] = []
    const reply = { header: (...given: unknown[]) => set.push(given) } as unknown as FastifyReply
    expect(notSoldError(reply, reason, 'The sentence.')).toMatchObject({
      statusCode: status,
      code: reason,
      message: 'The sentence.',
    })
    expect(set).toEqual(status === 503 ? [['retry-after', '10']] : [])
  },
)
