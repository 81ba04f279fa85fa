import { countAttempt } from '#data/attempts.ts'
import { checkoutOfSource } from '#data/checkouts.ts'
import type { Viewer } from '#data/people.ts'
import type { Cents } from '#domain/money.ts'

import type { ChargedCard } from './charge-card.ts'
import { chargeCard, paidStanding } from './charge-card.ts'
import type { WhyNotOpened } from './open-checkout.ts'
import { openOrReuseCheckout } from './open-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'
import { withOneCheckout } from './with-one-checkout.ts'

export type WhyNotPaid =
  | WhyNotOpened
  | 'already-paid'
  | 'too-many-tries'
  | 'card-declined'
  | 'token-refused'
  | 'provider-away'
  | 'provider-refused'

export type PaidByCard = ChargedCard | { ok: false; reason: WhyNotPaid }

/** Tries of one member: what a person may need, and useless for trying out stolen cards. */
const tries = { minutes: 60, max: 20 }

type Asked = {
  /** The confirmation token that the provider's script made of the card. */
  token: string
  /** What the buyer was shown as the total. */
  amount?: Cents | undefined
  /** Cases in all, as the buyer was shown them. */
  quantity?: number | undefined
}

/**
 * Pays for the member's cart with a card. The same rules, sums and holds as on the payment page;
 * one checkout is open per member, and it has one payment, which can be taken once: clicks, tabs,
 * reloads and lost answers never charge twice, and the same token again has the same answer. What
 * the buyer was shown is compared, never obeyed.
 */
export async function payByCard(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  { token, amount, quantity }: Asked,
): Promise<PaidByCard> {
  const before = await checkoutOfSource(parts.db, viewer.id, token)
  if (before?.state === 'paid') return { ok: true, payment: await paidStanding(parts, before) }
  if (!(await countAttempt(parts.db, `card:${viewer.id}`, tries.minutes, tries.max))) {
    return { ok: false, reason: 'too-many-tries' }
  }
  return withOneCheckout(
    parts,
    () => openOrReuseCheckout(parts, viewer, { claims: { amount, quantity }, channel: 'card' }),
    (opened) => chargeCard(parts, opened, token),
  )
}
