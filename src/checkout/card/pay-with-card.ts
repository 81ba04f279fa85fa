import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { cardCopy } from './card.copy.ts'
import type { CardField } from './use-card-field.ts'
import type { CardOwner, CardPanel } from './view-card-panel.actions.server.ts'

type CardRequest = {
  /** The total shown on the page, in cents; the server compares it. */
  amount: number
  panel: Pick<CardPanel, 'owner' | 'returnUrl' | 'shipTo'>
  /** The buyer chose to save the card. */
  keep: boolean
  /** The captcha's solution, where one is asked for at checkout. */
  captchaResponse: string | undefined
  /** What is typed beside the cart. */
  typed: Typed
  /** Called when the buyer's bank has a challenge. */
  onBank: () => void
}

/** `unanswered`: the token of a charge that may have been made although no answer says so. */
export type Outcome = { paid: string } | { message: string; unanswered?: string }

type Payment = {
  id: string
  status: 'succeeded' | 'requires_action' | 'processing' | 'requires_payment_method' | 'canceled'
  client_secret: string | null
  message: string | null
}

/** Pays with the card in the field: confirmation token, charge, bank challenge. */
export async function payWithCard(field: CardField, request: CardRequest): Promise<Outcome> {
  const { stripe, elements } = field
  elements.update({ setupFutureUsage: request.keep ? 'on_session' : null })
  const submitted = await elements.submit()
  if (submitted.error) return { message: submitted.error.message ?? cardCopy.notConfirmed }
  const made = await stripe.createConfirmationToken({
    elements,
    params: {
      return_url: request.panel.returnUrl,
      payment_method_data: { billing_details: billingOf(request.panel.owner) },
    },
  })
  if (made.error) return { message: made.error.message ?? cardCopy.notConfirmed }

  return charge(stripe, { token: made.confirmationToken.id, keep: request.keep }, request)
}

/** Pays with a saved card. Each press has an id, so that it is one payment even if sent twice. */
export function payWithKeptCard(
  { stripe }: CardField,
  cardId: string,
  request: CardRequest,
): Promise<Outcome> {
  return charge(stripe, { token: `${cardId}.${crypto.randomUUID()}` }, request)
}

async function charge(
  stripe: CardField['stripe'],
  card: { token: string; keep?: boolean },
  { amount, panel, captchaResponse, typed, onBank }: CardRequest,
): Promise<Outcome> {
  const shipTo = panel.shipTo?.join(', ')
  const body = { ...card, amount, shipTo, captchaResponse, ...typed }
  const charged = await post(paths.cardTokenCharge(), body)
  if (!('id' in charged)) {
    const { message, isAnswered } = charged
    return isAnswered ? { message } : { message, unanswered: card.token }
  }
  if (charged.status !== 'requires_action' || !charged.client_secret) return outcomeOf(charged)

  onBank()
  const challenge = await stripe.handleNextAction({ clientSecret: charged.client_secret })
  if (challenge.error) return { message: challenge.error.message ?? cardCopy.notConfirmed }
  const settled = await post(paths.stripeCheck(), { source: charged.id })
  // The bank has confirmed: if the status is not available now, the next page shows it.
  return 'id' in settled ? outcomeOf(settled) : { paid: charged.id }
}

const outcomeOf = ({ id, status, message }: Payment): Outcome =>
  status === 'succeeded' || status === 'processing'
    ? { paid: id }
    : { message: message ?? cardCopy.notConfirmed }

const billingOf = ({ name, email, phone, address }: CardOwner) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(address && {
    address: {
      line1: address.line1,
      line2: address.line2,
      city: address.city,
      state: address.state,
      postal_code: address.postalCode,
      country: 'US',
    },
  }),
})

/**
 * What became of an unanswered charge: it was paid, it is still unknown, or null where another card may
 * be charged.
 */
export async function outcomeOfUnanswered(token: string): Promise<Outcome | null> {
  const found = await post(paths.stripeCheck(), { source: token })
  if ('id' in found) {
    const outcome = outcomeOf(found)
    return 'paid' in outcome ? outcome : null
  }
  return found.isAnswered ? null : { message: found.message, unanswered: token }
}

/** An error that the API answers with, or no answer by which the outcome is known. */
type NoPayment = { message: string; isAnswered: boolean }

/**
 * Posts to the API; retried once after a lost response, which is safe: the same token is the same
 * payment.
 */
async function post(path: string, body: object): Promise<Payment | NoPayment> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const payload = (await response.json()) as Payment | { error: { message: string } }
      if (!('error' in payload)) return payload
      return { message: payload.error.message, isAnswered: response.status < 500 }
    } catch {
      // Network error, timeout, or a response that is not JSON.
    }
  }
  return { message: cardCopy.offline, isAnswered: false }
}
