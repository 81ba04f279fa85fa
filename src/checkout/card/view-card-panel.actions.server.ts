import { customerProfile } from '#accounts/account/payment-customer.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { orderStatus } from '#orders/order/orders.store.server.ts'
import type { KeptCard } from '#payments/card-payments.ts'
import type { PostalAddress } from '#payments/payment-session.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { destinationLines } from '../view-ship-to.actions.server.ts'
import { checkCardPayment } from './check-card-payment.actions.server.ts'
import { viewKeptCards } from './kept-cards.actions.server.ts'

/** The payer, sent to the provider with the card (specification, section 3: card owner). */
export type CardOwner = {
  name: string
  email: string
  phone: string
  /** Null when the card field has to collect it. */
  address: PostalAddress | null
}

export type CardPanel = {
  owner: CardOwner
  /** Where the user's wine goes, in lines; null without an address. */
  shipTo: string[] | null
  /** URL of the provider's browser script, and the public key for it. */
  field: { scriptUrl: string; publicKey: string }
  /** Where the bank's challenge returns to when it runs in the whole window. */
  returnUrl: string
  /** Saved cards; empty while the provider is unavailable. */
  keptCards: KeptCard[]
  /** Why the payment that the buyer returns from did not succeed, in the provider's message. */
  problem: string | null
  /** Outcome of an earlier payment: a new order to thank for, or one being confirmed. */
  settled: 'paid' | 'being-confirmed' | null
}

/**
 * The data of the card panel beside the cart. `source` is a payment that the buyer returns from.
 */
export async function viewCardPanel(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  source: string | null,
  address: string,
): Promise<CardPanel> {
  demandConfirmed(viewer)
  const { db, settings } = services
  const [user, status, orders] = await Promise.all([
    userById(db, viewer.id),
    source ? checkCardPayment(services, viewer, source, address) : 'unknown',
    orderStatus(db, viewer.id),
  ])
  if (!user) throw new Error('The signed-in user has no record')
  const { cards } = await viewKeptCards(services, user, address)
  const payment = typeof status === 'string' ? null : status
  const isPaid = payment ? payment.status === 'succeeded' : orders.unthanked !== null
  const isUnsettled =
    payment?.status === 'processing' || status === 'provider-away' || status === 'too-many-calls'
  return {
    owner: cardOwner(user),
    shipTo: destinationLines(user),
    field: settings.cardField,
    keptCards: cards,
    returnUrl: settings.publicUrl + paths.purchaseThanks(),
    problem: payment?.problem ?? null,
    settled: isPaid ? 'paid' : isUnsettled ? 'being-confirmed' : null,
  }
}

/** The billing address if it differs and is known, else the shipping address. */
function cardOwner(user: User): CardOwner {
  const { name, email, phone, shipping } = customerProfile(user)
  const isOwn = user.billingDiffers && user.billingAddress && user.billingZipCode
  if (!isOwn) return { name, email, phone, address: shipping?.address ?? null }
  const billed = `${user.billingFirstName} ${user.billingLastName}`.trim()
  return {
    name: billed || name,
    email,
    phone,
    address: {
      line1: user.billingAddress,
      line2: user.billingAddressExtra,
      city: user.billingCity,
      state: user.billingState,
      postalCode: user.billingZipCode,
    },
  }
}
