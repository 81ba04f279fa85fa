import { paymentCustomerOf } from '#accounts/account/payment-customer.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { CardPayment } from '#payments/card-payments.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { Checkout } from '../checkouts.store.server.ts'
import {
  checkoutById,
  checkoutLinesOf,
  startNextAttempt,
  saveCardAttempt,
} from '../checkouts.store.server.ts'
import { endCheckout } from '../end-checkout.actions.server.ts'
import type { NewCheckoutLine } from '../new-checkouts.store.server.ts'
import { recordPayment } from '../record-payment.actions.server.ts'
import { releaseHold } from '../release-hold.actions.server.ts'
import { shippedTo } from '../shipped-to.actions.server.ts'

/** Status of a card payment after an attempt. */
export type CardPaymentStatus = {
  id: string
  /**
   * `requires_action`: the buyer's bank has a challenge; `processing`: the provider has not
   * decided.
   */
  status: 'succeeded' | 'requires_action' | 'processing' | 'requires_payment_method' | 'canceled'
  amount: Cents
  customerId: string | null
  /** Lets the provider's browser script show the bank's challenge, while there is one. */
  clientSecret: string | null
  /** URL of the bank's challenge when no browser script created the token. */
  bankUrl: string | null
  /** Why the last attempt failed, in the provider's message. */
  problem: string | null
}

export type ChargedCard =
  | Outcome<'token-refused' | 'provider-away' | 'provider-refused', { payment: CardPaymentStatus }>
  | { ok: false; reason: 'card-declined'; problem: string }

/** In-process queue per checkout: concurrent requests, as of two tabs, run one after another. */
const turns = new Map<string, Promise<unknown>>()

type CardUsed = { token: string; keepsCard: boolean }

type Opened = { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null }

/** Attempts to pay an open checkout with the card behind a token. */
export function chargeCard(
  services: Services,
  opened: Opened,
  card: CardUsed,
): Promise<ChargedCard | 'no-longer-open'> {
  const { id } = opened.checkout
  const before = turns.get(id) ?? Promise.resolve()
  const mine = before.then(() => charge(services, opened, card))
  const settled = mine.catch(() => {})
  turns.set(id, settled)
  void settled.then(() => turns.get(id) === settled && turns.delete(id))
  return mine
}

async function charge(
  services: Services,
  opened: Opened,
  card: CardUsed,
): Promise<ChargedCard | 'no-longer-open'> {
  const { db, log } = services
  const { checkout, user } = opened
  try {
    const { token } = card
    const customerId = await paymentCustomerOf(services, user)
    const keptCardId = savedCardIn(token)
    if (keptCardId && !(await isSavedBy(services, customerId, keptCardId))) {
      return { ok: false, reason: 'token-refused' }
    }
    const made = checkout.paymentIntentId ?? (await paymentFor(services, opened, customerId))
    const id = await saveCardAttempt(db, checkout.id, { paymentIntentId: made, token })
    if (id)
      return await outcomeOf(services, checkout, customerId, await confirmed(services, id, card))
    const now = await checkoutById(db, checkout.id)
    if (now?.state !== 'paid') return 'no-longer-open'
    return { ok: true, payment: await paidStatus(services, now) }
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn(
        { err: error, checkout: checkout.id },
        'card payment failed: payment provider unavailable',
      )
      return { ok: false, reason: 'provider-away' }
    }
    if (error instanceof ProviderRefused) {
      log.error(
        { err: error, checkout: checkout.id },
        'card payment failed: payment provider refused',
      )
      await endCheckout(services, (await checkoutById(db, checkout.id)) ?? checkout, 'cancelled')
      return { ok: false, reason: 'provider-refused' }
    }
    throw error
  }
}

/** The saved card in a token of the form `pm_….press`, or null. */
const savedCardIn = (token: string): string | null => /^(pm_\w+)\./.exec(token)?.[1] ?? null

const isSavedBy = async ({ payments }: Services, customerId: string, cardId: string) =>
  (await payments.keptCards(customerId)).some(({ id }) => id === cardId)

/**
 * Creates the payment of a checkout that has none. The request is built from the checkout alone, so
 * that a retry sends the same one.
 */
async function paymentFor(services: Services, opened: Opened, customerId: string): Promise<string> {
  const { db, payments } = services
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
    // It may have been created and only the response lost: look it up before it is tried again.
    const found = await payments.findCardPayment(customerId, checkout.id)
    if (found) return found.id
    await startNextAttempt(db, checkout.id)
    throw error
  }
}

/** The payment after an attempt with a token; looked up when the response was lost. */
async function confirmed(
  { payments, settings }: Services,
  id: string,
  { token, keepsCard }: CardUsed,
): Promise<CardPayment | 'token-refused'> {
  try {
    const returnUrl = settings.publicUrl + paths.purchaseThanks()
    const keptCardId = savedCardIn(token)
    const by = keptCardId ? { keptCardId, returnUrl } : { token, keepsCard, returnUrl }
    return await payments.confirmCardPayment(id, by, `confirm:${id}:${token}`)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const found = await payments.getCardPayment(id)
    if (!found || found.waitsFor === 'card') throw error
    return found
  }
}

async function outcomeOf(
  services: Services,
  checkout: Checkout,
  customerId: string,
  payment: CardPayment | 'token-refused',
): Promise<ChargedCard | 'no-longer-open'> {
  if (payment === 'token-refused') return { ok: false, reason: payment }
  const status = statusOfPayment(payment, checkout, customerId)
  if (payment.paid) {
    await recordPayment(services, payment.id, { payment })
    return { ok: true, payment: status }
  }
  if (payment.state === 'expired') {
    await releaseHold(services, checkout.id, 'cancelled')
    return 'no-longer-open'
  }
  if (payment.waitsFor !== 'card') return { ok: true, payment: status }
  if (!payment.problem) return { ok: false, reason: 'provider-away' }
  return { ok: false, reason: 'card-declined', problem: payment.problem }
}

const statusOf = {
  bank: 'requires_action',
  card: 'requires_payment_method',
  provider: 'processing',
} as const

/** The parts of a payment that its buyer may see. */
export function statusOfPayment(
  payment: CardPayment,
  checkout: Pick<Checkout, 'totalCents'>,
  customerId: string | null,
): CardPaymentStatus {
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

/** The status of a checkout that has been paid, as it was returned then. */
export async function paidStatus(
  { db }: Pick<Services, 'db'>,
  paid: Checkout,
): Promise<CardPaymentStatus> {
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
