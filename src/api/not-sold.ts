import type { FastifyReply, FastifyRequest } from 'fastify'

import type { WhyNotPaid } from '#use-cases/checkout/pay-by-card.ts'
import type { WhyNotStarted } from '#use-cases/checkout/start-checkout.ts'
import type { WhyNotOffered } from '#use-cases/offers/start-offer.ts'

import { sendApiError } from './errors.ts'

/** Why nothing is sold: from the cart, by card, or as an offer. */
type WhyNotSold = WhyNotStarted | WhyNotPaid | WhyNotOffered

const statusOf = {
  disagrees: 400,
  'token-refused': 400,
  'card-declined': 402,
  'no-such-offer': 404,
  'empty-cart': 409,
  'too-many': 409,
  'choose-shipping': 409,
  'ask-ship-to': 409,
  'no-address': 409,
  'state-not-served': 409,
  'zip-not-in-state': 409,
  'zip-not-served': 409,
  'po-box': 409,
  'sold-out': 409,
  'few-left': 409,
  'release-closed': 409,
  'already-paid': 409,
  'too-many-tries': 429,
  'provider-away': 503,
  'provider-refused': 503,
} as const satisfies Record<WhyNotSold, number>

/** Answers in JSON why nothing was sold; where the provider is the reason, also when to ask again. */
export function sendNotSold(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: WhyNotSold,
  sentence: string,
) {
  const status = statusOf[reason]
  if (status === 503) reply.header('retry-after', '10')
  return sendApiError(request, reply, status, reason, sentence)
}
