import { renewPaymentCustomer } from '#accounts/account/payment-customer.actions.server.ts'
import { passesCheckoutCaptcha } from '#accounts/captcha/check-captcha.actions.server.ts'
import { networkAttempts } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { countAttempts } from '#mail/attempts.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { askToConfirm } from '../ask-to-confirm.actions.server.ts'
import type { WhyNotOpened } from '../checkout.rules.ts'
import { checkoutOfSource } from '../checkouts.store.server.ts'
import { openOrReuseCheckout } from '../open-checkout.actions.server.ts'
import { retryOnConflict } from '../with-one-checkout.actions.server.ts'
import type { ChargedCard } from './charge-card.actions.server.ts'
import { chargeCard, paidStatus } from './charge-card.actions.server.ts'

export type WhyNotPaid =
  | WhyNotOpened
  | 'already-paid'
  | 'too-many-tries'
  | 'captcha'
  | 'card-declined'
  | 'token-refused'
  | 'provider-away'
  | 'provider-refused'

export type PaidByCard =
  | ChargedCard
  | { ok: false; reason: WhyNotPaid }
  /** Its sentence has figures. */
  | { ok: false; reason: WhyNotPaid; sentence: string }

/** Attempts per user, and per network: enough for a person and an office, too few for testing stolen cards. */
const attemptLimits = { minutes: 60, perUser: 20, perNetwork: 100 }

type Asked = {
  /**
   * The confirmation token that the provider's script created for the card, or a saved card's id
   * with the id of the button press that uses it (`pm_….press`).
   */
  token: string
  /** The buyer chose to save the card. */
  keepsCard?: boolean
  /** The total shown to the buyer. */
  amount?: Cents | undefined
  /** The destination shown to the buyer, in one line. */
  shipTo?: string | undefined
  /** Product shown to the buyer in the cart. */
  productId?: string | undefined
  /** Number of cases shown to the buyer. */
  quantity?: number | undefined
  /** The captcha's solution, where one is asked for at checkout. */
  captchaSolution?: string | undefined
  /** The client's IP address. */
  address?: string | undefined
  /** What the buyer typed beside the cart. */
  typed?: Typed
}

/**
 * Pays for the user's cart with a card. The same rules, prices and holds as on the payment page.
 * One checkout is open per user, and it has one payment, which can be captured once: clicks, tabs,
 * reloads and lost responses never charge twice, and the same token again returns the same result.
 * What the buyer was shown is only compared.
 */
export async function payByCard(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  asked: Asked,
): Promise<PaidByCard> {
  demandConfirmed(viewer)
  const ofToken = () => checkoutOfSource(services.db, viewer.id, asked.token)
  const before = await ofToken()
  if (before?.state === 'paid') return { ok: true, payment: await paidStatus(services, before) }
  const paid = await payCart(services, viewer, asked, { isKnown: before !== null })
  if (paid.ok) return paid
  // The same press, sent twice, may have emptied the cart or used the captcha's solution meanwhile.
  const since = await ofToken()
  return since?.state === 'paid' ? { ok: true, payment: await paidStatus(services, since) } : paid
}

async function payCart(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  asked: Asked,
  { isKnown }: { isKnown: boolean },
): Promise<PaidByCard> {
  const { token, amount, shipTo, productId, quantity, keepsCard = false, captchaSolution } = asked
  const { address = '', typed = {} } = asked
  // A solution is valid once: a repeated request whose token is known was checked the first time.
  if (!isKnown && !(await passesCheckoutCaptcha(services, captchaSolution, address))) {
    return { ok: false, reason: 'captcha' }
  }
  const { minutes, perUser, perNetwork } = attemptLimits
  const attempts = [
    { key: `card:${viewer.id}`, minutes, max: perUser },
    ...networkAttempts('card', { minutes, max: perNetwork }, address),
  ]
  if (!(await countAttempts(services.db, attempts))) {
    return { ok: false, reason: 'too-many-tries' }
  }
  const paid = await retryOnConflict(
    services,
    () =>
      openOrReuseCheckout(services, viewer, {
        claims: { amount, shipTo, productId, quantity },
        channel: 'card',
        address,
        typed,
      }),
    (opened) => chargeCard(services, opened, { token, keepsCard }),
  )
  if (!paid.ok && paid.reason === 'confirm-first') await askToConfirm(services, viewer.id)
  if (!paid.ok && paid.reason === 'provider-refused') {
    await renewPaymentCustomer(services.db, viewer.id)
  }
  return paid
}
