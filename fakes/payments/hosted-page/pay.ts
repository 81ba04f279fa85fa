import type Stripe from 'stripe'

import { cardFromNumber, type Card } from '#fakes/payments/cards.ts'
import type { SessionDetails } from '#fakes/payments/checkout-session-details.ts'
import { setTotals } from '#fakes/payments/checkout-session-life.ts'
import { createCustomer } from '#fakes/payments/customers.ts'
import {
  afterPayment,
  attemptPayment,
  createPaymentIntent,
  type Outcome,
} from '#fakes/payments/payment-intent-life.ts'
import { createPaymentMethod } from '#fakes/payments/payment-methods.ts'
import { filledAddress } from '#fakes/payments/values.ts'
import type { World } from '#fakes/payments/world.ts'

import type { BuyerForm } from './buyer-form.ts'

type Session = Stripe.Checkout.Session

/** Pays an open session with the submitted form. */
export function payOnPage(world: World, session: Session, form: BuyerForm): Outcome {
  const details = world.collections.sessionDetails.get(session.id)!
  chooseShipping(world, session, details, form.shippingRate)
  const card = cardFromNumber(form.card)
  const method = createPaymentMethod(world, card, {
    address: form.billing,
    email: form.email,
    name: form.name,
    phone: form.phone,
    tax_id: null,
  })
  const intent = intentFor(world, session, details, form)
  const outcome = attemptPayment(world, {
    intent,
    method,
    card,
    authenticated: false,
    nextAction: () => ({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: session.url, url: authenticationUrl(world, intent) },
    }),
  })
  rememberBuyer(world, session, form)
  if (outcome.kind === 'taken') completeSession(world, session, outcome.charge, card)
  else world.collections.sessions.save(session)
  return outcome
}

export const authenticationUrl = (world: World, intent: Stripe.PaymentIntent) =>
  `${world.settings.publicUrl}/c/authenticate/${intent.client_secret}`

/** Stores the chosen shipping option and recomputes the session's total. */
export function chooseShipping(
  world: World,
  session: Session,
  details: SessionDetails,
  rate: string | null,
): void {
  const chosen = session.shipping_options.find((option) => option.shipping_rate === rate)
  if (!chosen || session.shipping_cost?.shipping_rate === rate) return
  setTotals(session, details.lines, chosen)
  world.collections.sessions.save(session)
}

function intentFor(world: World, session: Session, details: SessionDetails, form: BuyerForm) {
  const present = world.collections.paymentIntents.get(
    (session.payment_intent as string | null) ?? '',
  )
  const shipping = shippingOf(details, form)
  if (present) {
    present.amount = session.amount_total!
    present.shipping = shipping
    return present
  }
  const data = details.intentData
  const intent = createPaymentIntent(world, {
    amount: session.amount_total!,
    currency: session.currency!,
    customer: session.customer as string | null,
    captureMethod: data.capture_method ?? 'automatic_async',
    description: data.description ?? null,
    metadata: (data.metadata ?? {}) as Stripe.Metadata,
    receiptEmail: data.receipt_email ?? null,
    setupFutureUsage: data.setup_future_usage ?? null,
    shipping,
    statementDescriptor: data.statement_descriptor ?? null,
    statementDescriptorSuffix: data.statement_descriptor_suffix ?? null,
    automatic: null,
  })
  session.payment_intent = intent.id
  return intent
}

function shippingOf(
  { intentData }: SessionDetails,
  form: BuyerForm,
): Stripe.PaymentIntent.Shipping | null {
  const given = intentData.shipping
  if (given) {
    return {
      address: filledAddress(given.address),
      carrier: given.carrier ?? null,
      name: given.name,
      phone: given.phone ?? null,
      tracking_number: given.tracking_number ?? null,
    }
  }
  if (!form.shipping) return null
  return { ...form.shipping, carrier: null, phone: form.phone, tracking_number: null }
}

function rememberBuyer(world: World, session: Session, form: BuyerForm) {
  session.customer_details = {
    address: form.billing,
    business_name: null,
    email: form.email,
    individual_name: null,
    name: form.name,
    phone: form.phone,
    tax_exempt: 'none',
    tax_ids: [],
  }
  if (form.shipping) {
    session.collected_information = {
      business_name: null,
      individual_name: null,
      shipping_details: form.shipping,
    }
  }
  if (form.terms) session.consent = { promotions: null, terms_of_service: 'accepted' }
  world.collections.sessions.save(session)
}

/** Completes a paid session: creates the customer if requested and emits the events. */
export function completeSession(
  world: World,
  session: Session,
  charge: Stripe.Charge,
  card: Card,
): void {
  const details = world.collections.sessionDetails.get(session.id)!
  const intent = world.collections.paymentIntents.get(session.payment_intent as string)!
  if (session.customer) updateCustomer(world, session, details)
  else if (session.customer_creation === 'always') {
    const buyer = session.customer_details!
    const customer = createCustomer(world, {
      email: buyer.email!,
      name: buyer.name ?? undefined,
      phone: buyer.phone ?? undefined,
      address: addressParam(buyer.address),
      shipping: intent.shipping?.address
        ? { name: intent.shipping.name ?? '', address: addressParam(intent.shipping.address) ?? {} }
        : undefined,
    })
    session.customer = customer.id
    intent.customer = customer.id
    charge.customer = customer.id
    world.collections.paymentIntents.save(intent)
    world.collections.charges.save(charge)
  }
  session.status = 'complete'
  session.url = null
  session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
  details.draft = {}
  world.collections.sessionDetails.save(details)
  world.collections.sessions.save(session)
  world.events.emit('checkout.session.completed', session)
  afterPayment(world, charge, card)
}

/** An address as a parameter, without its empty fields. */
function addressParam(address: Stripe.Address | null | undefined): Stripe.AddressParam | undefined {
  if (!address) return undefined
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null))
}

function updateCustomer(world: World, session: Session, { customerUpdate }: SessionDetails) {
  const customer = world.collections.customers.get(session.customer as string)
  if (!customer || customer.deleted) return
  const shipping = session.collected_information?.shipping_details
  if (customerUpdate.name === 'auto')
    customer.name = session.customer_details?.name ?? customer.name
  if (customerUpdate.address === 'auto')
    customer.address = session.customer_details?.address ?? customer.address
  if (customerUpdate.shipping === 'auto' && shipping)
    customer.shipping = { ...shipping, phone: null }
  if (Object.keys(customerUpdate).length === 0) return
  world.collections.customers.save(customer)
  world.events.emit('customer.updated', customer)
}

/** The success URL with the session id filled in. */
export const successUrl = (session: Session) =>
  session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
