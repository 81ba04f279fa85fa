import type { FastifyReply } from 'fastify'

import { identityError } from '#accounts/sign-in/identity-errors.api.ts'
import { ApiError } from '#platform/api/errors.api.ts'

import type { WhyNotPaid } from './card/pay-by-card.actions.server.ts'
import type { WhyNotOffered } from './offers/start-offer.actions.server.ts'
import type { WhyNotStarted } from './start-checkout.actions.server.ts'

/** Why a checkout failed: from the cart, by card, or of an offer. */
type WhyNotSold = WhyNotStarted | WhyNotPaid | WhyNotOffered

/** Statuses of the reasons other than cart, address and stock, for which it is 409. */
const statusOf: Readonly<Partial<Record<WhyNotSold, number>>> = {
  disagrees: 400,
  'token-refused': 400,
  'card-declined': 402,
  captcha: 403,
  'no-such-offer': 404,
  'often-started': 429,
  'too-many-tries': 429,
  'provider-away': 503,
  'provider-refused': 503,
}

/** The error of a failed checkout. Sets Retry-After when the provider is unavailable. */
export function notSoldError(reply: FastifyReply, reason: WhyNotSold, sentence: string): ApiError {
  if (reason === 'captcha') return identityError('captcha-check-failed', {})
  const status = statusOf[reason] ?? 409
  if (status === 503) reply.header('retry-after', '10')
  return new ApiError(status, reason, sentence)
}
