import type { FastifyReply, FastifyRequest } from 'fastify'

import type { WhyNotPaid } from '#use-cases/checkout/pay-by-card.ts'
import type { WhyNotStarted } from '#use-cases/checkout/start-checkout.ts'
import type { WhyNotOffered } from '#use-cases/offers/start-offer.ts'

import { sendApiError } from '#api/errors.ts'
import { identityError } from '#api/sign-in/identity-errors.ts'

/** Why a checkout failed: from the cart, by card, or of an offer. */
type WhyNotSold = WhyNotStarted | WhyNotPaid | WhyNotOffered

const statusOf = {
  disagrees: 400,
  'token-refused': 400,
  'card-declined': 402,
  'no-such-offer': 404,
  'empty-cart': 409,
  'too-many': 409,
  'choose-shipping': 409,
  'ship-to-required': 409,
  'no-address': 409,
  'state-not-served': 409,
  'zip-not-in-state': 409,
  'zip-not-served': 409,
  'po-box': 409,
  'sold-out': 409,
  'few-left': 409,
  'release-closed': 409,
  'release-paused': 409,
  'before-release': 409,
  'no-allocation': 409,
  'allocation-used': 409,
  'confirm-first': 409,
  'price-differs': 409,
  captcha: 403,
  'already-paid': 409,
  'too-many-tries': 429,
  'provider-away': 503,
  'provider-refused': 503,
} as const satisfies Record<WhyNotSold, number>

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
  const status = statusOf[reason]
  if (status === 503) reply.header('retry-after', '10')
  return sendApiError(request, reply, status, reason, sentence)
}
