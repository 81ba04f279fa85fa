import type { Checkout } from '#data/checkouts.ts'
import { checkoutById, checkoutLinesOf, countAttempt, keepCardTry } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import type { User } from '#data/people.ts'
import { userById } from '#data/people.ts'
import type { Cents } from '#domain/money.ts'
import type { CardPayment } from '#services/payments/card-payments.ts'
import { ProviderRefused, ProviderUnavailable } from '#services/payments/payments.ts'

import { endCheckout } from './end-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'
import { paymentCustomerOf } from '#use-cases/account/payment-customer.ts'
import { recordPayment } from './record-payment.ts'
import { returnHold } from './return-hold.ts'
import { shippedTo } from './shipped-to.ts'

/** How a payment by card stands once it was tried. */
export type CardStanding = {
  id: string
  /** `requires_action`: the buyer's bank asks; `processing`: the provider has not decided. */
  status: 'succeeded' | 'requires_action' | 'processing' | 'requires_payment_method' | 'canceled'
  amount: Cents
  customerId: string | null
  /** What the provider's script needs to let the bank ask, while it does. */
  clientSecret: string | null
  /** Where the bank asks when no script of the provider's made the token. */
  bankUrl: string | null
  /** Why the last try failed, in the provider's words. */
  problem: string | null
}

export type ChargedCard =
  | { ok: true; payment: CardStanding }
  | { ok: false; reason: 'card-declined'; problem: string }
  | { ok: false; reason: 'token-refused' | 'provider-away' | 'provider-refused' }

/** Requests of this process for one checkout take turns: two tabs, one payment. */
const turns = new Map<string, Promise<unknown>>()

type Opened = { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null }

/** Tries to pay an open checkout with the card behind a token. */
export function chargeCard(
  parts: Parts,
  opened: Opened,
  token: string,
): Promise<ChargedCard | 'no-longer-open'> {
  const { id } = opened.checkout
  const before = turns.get(id) ?? Promise.resolve()
  const mine = before.then(() => charge(parts, opened, token))
  const settled = mine.catch(() => {})
  turns.set(id, settled)
  void settled.then(() => turns.get(id) === settled && turns.delete(id))
  return mine
}

async function charge(
  parts: Parts,
  opened: Opened,
  token: string,
): Promise<ChargedCard | 'no-longer-open'> {
  const { db, log } = parts
  const { checkout, user } = opened
  try {
    const customerId = await paymentCustomerOf(parts, user)
    const made = checkout.paymentIntentId ?? (await paymentFor(parts, opened, customerId))
    const id = await keepCardTry(db, checkout.id, { paymentIntentId: made, token })
    if (id) return await outcomeOf(parts, checkout, customerId, await confirmed(parts, id, token))
    const now = await checkoutById(db, checkout.id)
    if (now?.state !== 'paid') return 'no-longer-open'
    return { ok: true, payment: await paidStanding(parts, now) }
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ err: error, checkout: checkout.id }, 'no card payment: the provider is away')
      return { ok: false, reason: 'provider-away' }
    }
    if (error instanceof ProviderRefused) {
      log.error({ err: error, checkout: checkout.id }, 'no card payment: the provider refused')
      await endCheckout(parts, (await checkoutById(db, checkout.id)) ?? checkout, 'cancelled')
      return { ok: false, reason: 'provider-refused' }
    }
    throw error
  }
}

/** The payment of a checkout that has none yet. Everything in it stands in the checkout. */
async function paymentFor(parts: Parts, opened: Opened, customerId: string): Promise<string> {
  const { db, payments } = parts
  const { checkout } = opened
  const lines = opened.lines ?? (await checkoutLinesOf(db, checkout.id))
  const request = {
    checkoutId: checkout.id,
    customerId,
    amount: checkout.totalCents,
    description: lines.map((line) => `${line.quantity} × ${line.description}`).join('; '),
    shipping: shippedTo(checkout),
  }
  try {
    const key = `card:${checkout.id}:${checkout.attempt}`
    return (await payments.createCardPayment(request, key)).id
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    // It may have been made and only its answer lost: look, before anything is tried again.
    const found = await payments.findCardPayment(customerId, checkout.id)
    if (found) return found.id
    await countAttempt(db, checkout.id)
    throw error
  }
}

/** The payment after a try with a token; a lost answer is asked for. */
async function confirmed(
  { payments, settings }: Parts,
  id: string,
  token: string,
): Promise<CardPayment | 'token-refused'> {
  try {
    const by = { token, returnUrl: `${settings.publicUrl}/succes` }
    return await payments.confirmCardPayment(id, by, `confirm:${id}:${token}`)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const found = await payments.getCardPayment(id)
    if (!found || found.waitsFor === 'card') throw error
    return found
  }
}

async function outcomeOf(
  parts: Parts,
  checkout: Checkout,
  customerId: string,
  payment: CardPayment | 'token-refused',
): Promise<ChargedCard | 'no-longer-open'> {
  if (payment === 'token-refused') return { ok: false, reason: payment }
  const standing = standingOf(payment, checkout, customerId)
  if (payment.paid) {
    await recordPayment(parts, payment.id, { standing: payment })
    return { ok: true, payment: standing }
  }
  if (payment.state === 'expired') {
    await returnHold(parts, checkout.id, 'cancelled')
    return 'no-longer-open'
  }
  if (payment.waitsFor !== 'card') return { ok: true, payment: standing }
  if (!payment.problem) return { ok: false, reason: 'provider-away' }
  return { ok: false, reason: 'card-declined', problem: payment.problem }
}

const statusOf = {
  bank: 'requires_action',
  card: 'requires_payment_method',
  provider: 'processing',
} as const

/** A payment as its buyer may see it. */
export function standingOf(
  payment: CardPayment,
  checkout: Pick<Checkout, 'totalCents'>,
  customerId: string | null,
): CardStanding {
  const { id, waitsFor, clientSecret, bankUrl } = payment
  const isAsked = waitsFor === 'bank'
  const ended = payment.paid ? 'succeeded' : 'canceled'
  return {
    id,
    status: waitsFor ? statusOf[waitsFor] : ended,
    amount: checkout.totalCents,
    customerId,
    clientSecret: isAsked ? clientSecret : null,
    bankUrl: isAsked ? bankUrl : null,
    problem: waitsFor === 'card' ? payment.problem : null,
  }
}

/** How a checkout stands that was paid before: as it did then. */
export async function paidStanding(
  { db }: Pick<Parts, 'db'>,
  paid: Checkout,
): Promise<CardStanding> {
  const user = paid.userId ? await userById(db, paid.userId) : null
  return {
    id: paid.paymentIntentId ?? '',
    status: 'succeeded',
    amount: paid.totalCents,
    customerId: user?.stripeCustomerId ?? null,
    clientSecret: null,
    bankUrl: null,
    problem: null,
  }
}
