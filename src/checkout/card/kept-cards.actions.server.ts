import type { Viewer } from '#platform/access/signed-in.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { KeptCard } from '#payments/card-payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'

import type { Services } from '#platform/services/services.ts'

/** Timeout in ms, so that a page does not wait longer for the saved cards. */
const timeoutMs = 2_000

export type KeptCards = { cards: KeptCard[]; isComplete: boolean }

/** The cards a user chose to save; incomplete when the provider is unavailable. */
export async function viewKeptCards(
  { db, payments, log }: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<KeptCards> {
  const customerId = (await userById(db, viewer.id))?.stripeCustomerId
  if (!customerId) return { cards: [], isComplete: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  try {
    const cards = await Promise.race([payments.keptCards(customerId), late])
    return { cards: cards ?? [], isComplete: cards !== null }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'saved cards not read: payment provider unavailable')
    return { cards: [], isComplete: false }
  } finally {
    clearTimeout(timer)
  }
}

/** Removes a saved card. `unknown` when it is not the user's. */
export async function removeKeptCard(
  { db, payments, log }: Services,
  viewer: Pick<Viewer, 'id'>,
  cardId: string,
): Promise<'removed' | 'unknown' | 'provider-away'> {
  const customerId = (await userById(db, viewer.id))?.stripeCustomerId
  if (!customerId) return 'unknown'
  try {
    return (await payments.removeKeptCard(customerId, cardId)) ? 'removed' : 'unknown'
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'saved card not removed: payment provider unavailable')
    return 'provider-away'
  }
}
