import type { User, Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { orderStanding } from '#data/orders.ts'
import type { PostalAddress } from '#services/payments/payments.ts'

import { checkCardPayment } from './check-card-payment.ts'
import type { Parts } from '#use-cases/parts.ts'
import { customerProfile } from '#use-cases/account/payment-customer.ts'

/** Who pays, as the provider is told with the card (specification, section 3: card owner). */
export type CardOwner = {
  name: string
  email: string
  phone: string
  /** Null where the card field has to ask for it. */
  address: PostalAddress | null
}

export type CardPanel = {
  owner: CardOwner
  /** The member's address as the wine would be sent to, or null. */
  shipTo: { name: string; address: PostalAddress } | null
  /** The provider's browser script, and the public key it is opened with. */
  field: { scriptUrl: string; publicKey: string }
  /** Where the bank leads back to when it takes the whole window. */
  returnUrl: string
  /** Why the payment that the buyer comes back from did not succeed, in the provider's words. */
  problem: string | null
  /** What has become of a payment already: a new order to thank for, or one being confirmed. */
  settled: 'paid' | 'being-confirmed' | null
}

/** What the card panel shows beside the cart. `source` is a payment that the buyer comes back from. */
export async function viewCardPanel(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  source: string | null,
): Promise<CardPanel> {
  const { db, settings } = parts
  const [user, standing, orders] = await Promise.all([
    userById(db, viewer.id),
    source ? checkCardPayment(parts, viewer, source) : 'unknown',
    orderStanding(db, viewer.id),
  ])
  if (!user) throw new Error('The signed-in person has no record')
  const payment = typeof standing === 'string' ? null : standing
  const isPaid = payment ? payment.status === 'succeeded' : orders.unthanked !== null
  const isUnsettled = payment?.status === 'processing' || standing === 'provider-away'
  return {
    owner: cardOwner(user),
    shipTo: customerProfile(user).shipping,
    field: settings.cardField,
    returnUrl: `${settings.publicUrl}/succes`,
    problem: payment?.problem ?? null,
    settled: isPaid ? 'paid' : isUnsettled ? 'being-confirmed' : null,
  }
}

/** The billing address where it differs and is known, else the shipping address. */
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
