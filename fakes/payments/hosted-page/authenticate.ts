import type { ServerResponse } from 'node:http'

import type Stripe from 'stripe'

import { redirect, sendHtml } from '#fakes/http/responses.ts'
import {
  afterPayment,
  attemptPayment,
  failAuthentication,
} from '#fakes/payments/payment-intent-life.ts'
import type { World } from '#fakes/payments/world.ts'
import { merchantName } from '#fakes/settings.ts'

import { authenticatedPage, authenticationPage } from './authentication-page.ts'
import { messagePage } from './closed-page.ts'
import { completeSession, successUrl } from './pay.ts'

/** The bank's 3-D Secure page: takes the buyer's choice and redirects. */
export function handleAuthentication(
  world: World,
  response: ServerResponse,
  clientSecret: string,
  form: URLSearchParams | null,
): void {
  const intent = world.collections.paymentIntents.get(clientSecret.split('_secret_')[0]!)
  if (!intent || intent.client_secret !== clientSecret) {
    const text = 'The address is incomplete, or the payment was never begun.'
    return sendHtml(response, 404, messagePage({ title: 'There is no such payment', text }))
  }
  if (!form && intent.status === 'requires_action') {
    return sendHtml(response, 200, authenticationPage(intent, merchantName))
  }
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  // A repeated submission, or one after another tab has paid, changes nothing.
  if (form && intent.status === 'requires_action')
    decide(world, intent, form.get('result') === 'complete')
  world.journal.whenSaved(() => sendOn(world, response, intent, returnUrl))
}

function decide(world: World, intent: Stripe.PaymentIntent, complete: boolean) {
  if (!complete) return failAuthentication(world, intent)
  const method = world.collections.paymentMethods.get(intent.payment_method as string)!
  const { card } = world.collections.cardsOnFile.get(method.id)!
  const outcome = attemptPayment(world, {
    intent,
    method,
    card,
    authenticated: true,
    nextAction: () => ({ type: 'redirect_to_url' }),
  })
  if (outcome.kind !== 'taken') return
  const session = sessionOf(world, intent)
  if (session?.status === 'open') completeSession(world, session, outcome.charge, card)
  else afterPayment(world, outcome.charge, card)
}

const sessionOf = (world: World, intent: Stripe.PaymentIntent) =>
  [...world.collections.sessions.newestFirst({ field: 'payment_intent', value: intent.id })][0]

function sendOn(
  world: World,
  response: ServerResponse,
  intent: Stripe.PaymentIntent,
  returnUrl: string | null,
) {
  const session = sessionOf(world, intent)
  if (session?.status === 'complete') return redirect(response, successUrl(session))
  if (session) return redirect(response, `/c/pay/${session.id}`)
  if (!returnUrl) return sendHtml(response, 200, authenticatedPage())
  const target = new URL(returnUrl)
  target.searchParams.set('payment_intent', intent.id)
  target.searchParams.set('payment_intent_client_secret', intent.client_secret!)
  target.searchParams.set(
    'redirect_status',
    intent.status === 'requires_payment_method' ? 'failed' : 'succeeded',
  )
  redirect(response, target.href)
}
