import type { FastifyReply, FastifyRequest } from 'fastify'

import type { WhyNotPaid } from '#use-cases/checkout/pay-by-card.ts'
import type { WhyNotStarted } from '#use-cases/checkout/start-checkout.ts'
import type { WhyNotOffered } from '#use-cases/offers/start-offer.ts'

import { sendApiError } from '#api/errors.ts'
import { identityError } from '#api/sign-in/identity-errors.ts'

/** Why a checkout failed: from the cart, by card, or of an offer. */
type WhyNotSold = WhyNotStarted | WhyNotPaid | WhyNotOffered

/** Where the cart, the address or the shop's stock is not the reason: for those it is 409. */
const statusOf: Readonly<Partial<Record<WhyNotSold, number>>> = {
  disagrees: 400,
  'token-refused': 400,
  'card-declined': 402,
  captcha: 403,
  'no-such-offer': 404,
  'too-many-tries': 429,
  'provider-away': 503,
  'provider-refused': 503,
}

/**
 * Sends the JSON error for a failed checkout; when the provider is unavailable, with Retry-After.
 */
export function sendNotSold(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: WhyNotSold,
  sentence: string,
) {
  if (reason === 'captcha') throw identityError('captcha-check-failed', {})
  const status = statusOf[reason] ?? 409
  if (status === 503) reply.header('retry-after', '10')
  return sendApiError(request, reply, status, reason, sentence)
}
