import { z } from 'zod'

import { mayCallProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { KeptCard } from '#payments/card-payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { Refusal } from '#platform/action/refusal.ts'
import type { Services } from '#platform/services/services.ts'

import { keptCardsCopy } from './card.copy.ts'

/** Timeout in ms, so that a page does not wait longer for the saved cards. */
const timeoutMs = 2_000

/** Why cards are missing: the provider is unavailable, or too much was asked of it. */
type WhyIncomplete = 'provider-away' | 'too-many-calls'

type KeptCards = { cards: KeptCard[]; whyIncomplete: WhyIncomplete | null }

/** The cards a user chose to save. */
export async function viewKeptCards(
  services: Services,
  user: Pick<User, 'id' | 'stripeCustomerId'> | null,
  address: string,
): Promise<KeptCards> {
  const { payments, log } = services
  const customerId = user?.stripeCustomerId
  if (!user || !customerId) return { cards: [], whyIncomplete: null }
  if (!(await mayCallProvider(services, user, address))) {
    return { cards: [], whyIncomplete: 'too-many-calls' }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  try {
    const cards = await Promise.race([payments.keptCards(customerId), late])
    return { cards: cards ?? [], whyIncomplete: cards ? null : 'provider-away' }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'saved cards not read: payment provider unavailable')
    return { cards: [], whyIncomplete: 'provider-away' }
  } finally {
    clearTimeout(timer)
  }
}

/** Removes a saved card of one's own. */
export const removeKeptCard = customerWork({
  for: 'member',
  form: z.object({ card: z.string().max(200) }),
  async run({ services, viewer, headers }, { card }) {
    const { db, payments, log } = services
    const customerId = (await userById(db, viewer.id))?.stripeCustomerId
    if (!customerId) return { isRemoved: false }
    if (!(await mayCallProvider(services, viewer, clientAddressOf(headers)))) {
      throw new Refusal(429, keptCardsCopy.missing['too-many-calls'])
    }
    try {
      return { isRemoved: await payments.removeKeptCard(customerId, card) }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      log.warn({ err: error }, 'saved card not removed: payment provider unavailable')
      throw new Refusal(503, keptCardsCopy.missing['provider-away'])
    }
  },
  say: ({ isRemoved }) =>
    isRemoved
      ? 'The card has been removed.'
      : { sentence: 'This card has already been removed.', tone: 'info' },
})
