import { cardCopy } from '#domain/copy/card.ts'
import type { CardOwner, CardPanel } from '#use-cases/checkout/view-card-panel.ts'
import { paths } from '#web/paths.ts'

import type { CardField } from './use-card-field.ts'

type Asked = {
  /** What the page shows, in cents; the server compares it. */
  amount: number
  panel: Pick<CardPanel, 'owner' | 'returnUrl'>
  /** Called when the buyer's bank wants to be asked. */
  onBank: () => void
}

export type Outcome = { paid: string } | { message: string }

type Payment = {
  id: string
  status: 'succeeded' | 'requires_action' | 'processing' | 'requires_payment_method' | 'canceled'
  client_secret: string | null
  message: string | null
}

/** From a filled card field to a payment: token, charge, the bank's question, and the last word. */
export async function payWithCard(field: CardField, asked: Asked): Promise<Outcome> {
  const { stripe, elements } = field
  const submitted = await elements.submit()
  if (submitted.error) return { message: submitted.error.message ?? cardCopy.notConfirmed }
  const made = await stripe.createConfirmationToken({
    elements,
    params: {
      return_url: asked.panel.returnUrl,
      payment_method_data: { billing_details: billingOf(asked.panel.owner) },
    },
  })
  if (made.error) return { message: made.error.message ?? cardCopy.notConfirmed }

  const body = { token: made.confirmationToken.id, amount: asked.amount }
  const charged = await ask(paths.cardTokenCharge(), body)
  if ('message' in charged && !('id' in charged)) return { message: charged.message }
  if (charged.status !== 'requires_action' || !charged.client_secret) return outcomeOf(charged)

  asked.onBank()
  const answered = await stripe.handleNextAction({ clientSecret: charged.client_secret })
  if (answered.error) return { message: answered.error.message ?? cardCopy.notConfirmed }
  const settled = await ask(paths.stripeCheck(), { source: charged.id })
  // The bank has said yes: what the shop can't say now it will say on the next page.
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

/** Asks the shop; a lost answer is asked for once more, which is safe: the same token, one payment. */
async function ask(path: string, body: object): Promise<Payment | { message: string }> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const told = (await answer.json()) as Payment | { error: { message: string } }
      return 'error' in told ? { message: told.error.message } : told
    } catch {
      // No network, no answer in time, or none that can be read.
    }
  }
  return { message: cardCopy.offline }
}
